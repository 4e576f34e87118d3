import type { MediaView } from '../../../../shared/contract/entities.ts';
import { call, CallError } from '../../lib/call.ts';
import { guestFields, readGuest } from '../../lib/guest-credentials.ts';
import type { UploadJob } from './queue/upload-job.ts';
import type { UploadCalls } from './queue/upload-steps.ts';
import { putFile } from './xhr-put.ts';

/**
 * The credentials of the guest that a job belongs to; undefined for jobs of users, which are sent with the session. Jobs
 * of a guest who was claimed belong to the account.
 * @throws CallError if the guest's credentials are gone: with the session, the file would be sent as somebody else
 */
function guestOf(job: UploadJob): { guestId: string; token: string } | undefined {
  if (!job.uploader.startsWith('guest:')) return undefined;
  const { guestId, token } = guestFields(readGuest());
  if (job.uploader !== `guest:${guestId}` || guestId === undefined || token === undefined) throw signedOut();
  return { guestId, token };
}

/** The account that a job belongs to: its files are never sent with another's session. Undefined for jobs of guests. */
const userOf = ({ uploader }: UploadJob): string | undefined => /^user:(.+)$/.exec(uploader)?.[1];
/** As the server answers somebody whom it does not know. */
const signedOut = () =>
  new CallError({
    status: 401,
    statusText: '',
    text: JSON.stringify({ code: 'unauthenticated', message: 'Please sign in first.' }),
  });

/** The upload flow's API calls, made as the person who queued the file. */
export const uploadCalls: UploadCalls<MediaView> = {
  async issue(job, signal) {
    const { eventId, mimeType: contentType, size: fileSize, replaces } = job;
    const body = { eventId, contentType, fileSize, once: true, ...(replaces !== undefined && { replaces }) };
    const guest = guestOf(job);
    return guest
      ? call('POST /api/objects/upload/guest', { body: { ...body, ...guest }, signal })
      : call('POST /api/objects/upload', { body: body, signal, as: userOf(job) });
  },
  put: putFile,
  async save(job, signal) {
    const params = { eventId: job.eventId };
    const file = {
      eventId: job.eventId,
      filename: job.name,
      originalName: job.name,
      mimeType: job.mimeType,
      fileSize: job.size,
      objectPath: job.objectPath,
    };
    const guest = guestOf(job);
    return guest
      ? call('POST /api/events/{eventId}/media/guest', { params, body: { ...file, ...guest }, signal })
      : call('POST /api/events/{eventId}/media', { params, body: file, signal, as: userOf(job) });
  },
  async publish(job, signal) {
    return call('POST /api/objects/public', {
      body: { objectPath: job.objectPath, ...guestOf(job) },
      signal,
      as: userOf(job),
    });
  },
};
