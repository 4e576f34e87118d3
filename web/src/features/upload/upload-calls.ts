import type { MediaView } from '../../../../shared/contract/entities.ts';
import { call } from '../../lib/call.ts';
import { guestFields, readGuest } from '../../lib/guest-credentials.ts';
import type { UploadJob } from './queue/job.ts';
import type { UploadCalls } from './queue/steps.ts';
import { StepFailure } from './queue/verdict.ts';
import { putFile } from './xhr-put.ts';

/** The guest that a job belongs to; undefined for signed-in people's. @throws StepFailure 401 */
function guestOf(job: UploadJob): { guestId: string; token: string } | undefined {
  if (job.uploader.startsWith('user:')) return undefined;
  const { guestId, token } = guestFields(readGuest());
  if (guestId === undefined || token === undefined || job.uploader !== `guest:${guestId}`) {
    throw new StepFailure('parameters', { status: 401, message: 'You are no longer this guest.' });
  }
  return { guestId, token };
}

/** The calls of the upload flow, as whoever queued the file. */
export const uploadCalls: UploadCalls<MediaView> = {
  async issue(job, signal) {
    const wish = { eventId: job.eventId, contentType: job.mimeType, fileSize: job.size, once: true };
    const guest = guestOf(job);
    return guest
      ? call('POST /api/objects/upload/guest', { body: { ...wish, ...guest }, signal })
      : call('POST /api/objects/upload', { body: wish, signal });
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
      : call('POST /api/events/{eventId}/media', { params, body: file, signal });
  },
  async publish(job, signal) {
    return call('POST /api/objects/public', {
      body: { objectPath: job.objectPath, ...guestOf(job) },
      signal,
    });
  },
};
