import { AppError } from '../domain/app-error.ts';
import type { Person } from '../domain/caller.ts';
import { type SaveDeps, saveUpload } from './save-upload.ts';
import { SNIFF_BYTES, sniffMediaType, typesAgree } from '../media/sniff.ts';
import { personUploadLimit } from '../aws/settings.ts';
import { mediaIdOf, uploadIdIn } from '../domain/ids.ts';
import type { EventWithAccess } from '../table/event-context.ts';
import { belongsTo } from '../table/people.ts';
import { createMedia, getMedia } from '../table/media.ts';
import { uncountUnsaved } from '../table/unsaved-uploads.ts';
import { getUpload, recordContent } from '../table/uploads.ts';
import { itemViewFor } from '../gallery/item-view.ts';
import { hasOriginal } from '../storage/originals.ts';
import { inspectUpload, keepOriginal, removeUploaded } from '../storage/uploads.ts';

const deps: SaveDeps = {
  getUpload,
  belongsTo,
  getMedia,
  typesAgree,
  createMedia,
  keepOriginal,
  hasOriginal,
  recordContent,
  removeUploaded,
  uncountUnsaved,
  arrivedFile: async (uploadId) => {
    const file = await inspectUpload(uploadId, SNIFF_BYTES);
    return file && { ...file, mimeType: sniffMediaType(file.head) };
  },
};

type SavedFile = {
  eventId?: string;
  originalName: string;
  mimeType: string;
  fileSize: number;
  objectPath: string;
};

/** Saves an upload for users and guests, after the access rule allowed it. @throws AppError */
export async function saveToEvent(save: {
  context: EventWithAccess;
  caller: Person;
  body: SavedFile;
  now: Date;
  /** Asked before the item takes its uploader's place in the event. @throws AppError */
  admit: () => Promise<void>;
}) {
  const { context, caller, body, now, admit } = save;
  if (body.eventId !== undefined && body.eventId !== context.event.id) {
    throw new AppError('invalid', 'invalid_input', {
      message: 'The event in the body is not the one in the address.',
      issues: [{ path: 'eventId', message: 'The event in the body is not the one in the address.' }],
    });
  }
  const uploadId = uploadIdIn(body.objectPath);
  const { media, isNew, duplicateOf } = await saveUpload(deps, {
    event: context.event,
    membership: context.membership,
    person: caller,
    uploadId,
    mediaId: mediaIdOf(uploadId),
    originalName: body.originalName,
    mimeType: body.mimeType,
    fileSizeBytes: body.fileSize,
    now,
    admit,
    uploadLimit: personUploadLimit(),
  });
  const view = await itemViewFor({ ...context, media }, caller, now);
  return { view: { ...view, duplicateOf }, isNew };
}
