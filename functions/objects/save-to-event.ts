import { AppError } from '../domain/app-error.ts';
import type { Person } from '../domain/caller.ts';
import { type SaveDeps, saveUpload } from '../domain/save-upload.ts';
import { SNIFF_BYTES, sniffMediaType, typesAgree } from '../media/sniff.ts';
import { setting } from '../platform/config.ts';
import { mediaIdOf } from '../platform/ids.ts';
import type { EventContext } from '../table/event-context.ts';
import { belongsTo } from '../table/identities.ts';
import { createMedia, getMedia } from '../table/media.ts';
import { ensureMembership } from '../table/places.ts';
import { getUpload, noteContent } from '../table/uploads.ts';
import { viewOfItem } from './item-view.ts';
import { arrivedFile, keepOriginal } from './uploads.ts';

const deps: SaveDeps = {
  getUpload,
  belongsTo,
  getMedia,
  typesAgree,
  ensureMembership,
  createMedia,
  keepOriginal,
  noteContent,
  arrivedFile: async (uploadId) => {
    const file = await arrivedFile(uploadId, SNIFF_BYTES);
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

/** The save call of users and guests, after their permission was asked. @throws AppError */
export async function saveToEvent(save: {
  context: EventContext;
  caller: Person;
  body: SavedFile;
  now: Date;
}) {
  const { context, caller, body, now } = save;
  if (body.eventId !== undefined && body.eventId !== context.event.id) {
    throw new AppError('invalid', 'invalid_input', {
      message: 'The event in the body is not the one in the address.',
      issues: [{ path: 'eventId', message: 'The event in the body is not the one in the address.' }],
    });
  }
  const uploadId = body.objectPath.slice('/objects/uploads/'.length);
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
    uploadLimit: setting('PERSON_UPLOAD_LIMIT'),
  });
  const view = await viewOfItem({ ...context, media }, caller, now);
  return { view: { ...view, duplicateOf }, isNew };
}
