import { mediaIdOf, newId } from '../../functions/domain/ids.ts';
import { requireEventAccess, requireEventContext } from '../../functions/table/event-context.ts';
import { createMedia, getMedia } from '../../functions/table/media.ts';
import { belongsTo } from '../../functions/table/people.ts';
import { uncountUnsaved } from '../../functions/table/unsaved-uploads.ts';
import { createUpload, getUpload, recordContent } from '../../functions/table/uploads.ts';
import { saveUpload } from '../../functions/uploads/save-upload.ts';
import type { VotingEvent } from './table-votes.ts';

/** Everything but the table answers at once. */
const deps = {
  getUpload,
  belongsTo,
  getMedia,
  createMedia,
  recordContent,
  typesAgree: () => true,
  arrivedFile: async () => ({
    sizeBytes: 3,
    eTag: newId('upl'),
    versionId: undefined,
    mimeType: 'image/jpeg',
  }),
  keepOriginal: async () => true,
  hasOriginal: async () => true,
  removeUploaded: async () => undefined,
  uncountUnsaved,
};

const fields = { contentType: 'image/jpeg', fileSizeBytes: 3, savedAs: null };

/** Uploads that were issued, one for each save. */
export async function issueUpload({ event, guests }: VotingEvent, at: number): Promise<string> {
  const [id, guestId] = [newId('upl'), guests[at % guests.length] ?? ''];
  const upload = { id, person: `guest:${guestId}` as const, eventId: event.id };
  await createUpload({ ...upload, ...fields, issuedAt: new Date().toISOString() });
  return id;
}

/** The table's part of one save. */
export async function saveAsCall(
  { event, guests }: VotingEvent,
  { at, uploadId }: { at: number; uploadId: string },
): Promise<void> {
  const person = { kind: 'guest', guestId: guests[at % guests.length] ?? '' } as const;
  const context = await requireEventAccess(event.id, person);
  const file = { originalName: 'a.jpg', mimeType: 'image/jpeg', fileSizeBytes: 3 };
  const request = {
    uploadId,
    mediaId: mediaIdOf(uploadId),
    person,
    ...file,
    now: new Date(),
    admit: async () => {},
  };
  await saveUpload(deps, { ...context, ...request, uploadLimit: 2000 });
}

/** By how much the counts of items differ from the saves. */
export async function saveErrors({ event }: VotingEvent, saved: number): Promise<number> {
  const { counts } = await requireEventContext(event.id, { kind: 'anonymous' });
  return Math.abs(counts.approved - saved);
}
