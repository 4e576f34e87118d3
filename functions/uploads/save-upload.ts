import { isAcceptedType, MAX_FILE_BYTES } from '../../shared/values/media-types.ts';
import { tooLarge, unsupportedType } from '../domain/file-refusals.ts';
import { AppError, notFound, unauthenticated } from '../domain/app-error.ts';
import { assertBelowUploadLimit, uploadLimitReached } from '../domain/event-limits.ts';
import { type Person, type PersonKey, personKeyOf } from '../domain/caller.ts';
import { initialStatus } from '../domain/moderation.ts';
import type { EventRecord, MediaRecord, Membership, UploadRecord } from '../domain/records.ts';

/** What saving depends on. */
export type SaveDeps = {
  getUpload(uploadId: string): Promise<UploadRecord | undefined>;
  /** The upload of a guest who has since been claimed belongs to the account. */
  belongsTo(holder: PersonKey, person: Person): Promise<boolean>;
  getMedia(mediaId: string): Promise<MediaRecord | undefined>;
  /** What the file's own bytes say; undefined if none has arrived. */
  arrivedFile(
    uploadId: string,
  ): Promise<{ sizeBytes: number; eTag: string; mimeType: string | undefined } | undefined>;
  typesAgree(declared: string, found: string | undefined): boolean;
  createMedia(
    media: MediaRecord,
    uploadId: string,
    /** If the item takes its uploader's place in the event. */
    newcomer?: { event: EventRecord; person: Person; now: Date },
  ): Promise<
    'event-gone' | 'already-saved' | 'upload-gone' | 'left' | 'no-place' | 'blocked' | 'too-many' | undefined
  >;
  keepOriginal(media: MediaRecord, upload: { id: string; eTag: string | undefined }): Promise<void>;
  /** Records a file's content per uploader; returns the first item with that content. */
  recordContent(media: MediaRecord, eTag: string): Promise<string>;
};

/** What a client says about the file that it uploaded. */
export type SaveRequest = {
  readonly event: EventRecord;
  readonly membership: Membership | undefined;
  readonly person: Person;
  readonly uploadId: string;
  readonly mediaId: string;
  readonly originalName: string;
  readonly mimeType: string;
  readonly fileSizeBytes: number;
  readonly now: Date;
  /** Asked before the item takes its uploader's place in the event. @throws AppError */
  readonly admit: () => Promise<void>;
  /** How many items one person may have in an event. */
  readonly uploadLimit: number;
};

/** The item, whether this call made it, and the earlier item of the same person with the same content. */
export type Saved = {
  readonly media: MediaRecord;
  readonly isNew: boolean;
  readonly duplicateOf: string | null;
};

/**
 * Turns an uploaded file into an item of the event. The row comes first and the original second: the copy's
 * notification then always finds its row. A call that died in between is completed by repeating it.
 * A refusal changes nothing.
 * @throws AppError 400, 401, 403, 404, 409, 413, 415 or 429
 */
export async function saveUpload(deps: SaveDeps, request: SaveRequest): Promise<Saved> {
  const upload = await requireUpload(deps, request);
  const saved = await deps.getMedia(request.mediaId);
  if (saved) {
    const eTag = await completeSaved(deps, { saved, request });
    return { media: saved, isNew: false, duplicateOf: await firstOf(deps, { media: saved, eTag }) };
  }
  if (upload.savedAs) {
    throw new AppError('conflict', 'upload_used', {
      message: 'This file was saved before and then deleted.',
    });
  }
  assertBelowUploadLimit(request.membership, request.uploadLimit);
  const { mimeType, eTag } = await checkArrivedFile(deps, request);
  const media = newMedia(request, mimeType);
  const newcomer = request.membership?.hasPlace ? undefined : request;
  if (newcomer) await request.admit();
  const refusal = await deps.createMedia(media, request.uploadId, newcomer);
  if (refusal === 'already-saved' || refusal === 'upload-gone') return saveUpload(deps, request);
  if (refusal === 'event-gone') throw notFound();
  if (refusal === 'left') throw unauthenticated();
  if (refusal === 'no-place') throw placeGone();
  if (refusal === 'blocked') throw notYours();
  if (refusal === 'too-many') throw uploadLimitReached(request.uploadLimit);
  await deps.keepOriginal(media, { id: request.uploadId, eTag });
  return { media, isNew: true, duplicateOf: await firstOf(deps, { media, eTag }) };
}

async function requireUpload(deps: SaveDeps, request: SaveRequest): Promise<UploadRecord> {
  const upload = await deps.getUpload(request.uploadId);
  if (!upload) {
    throw new AppError('invalid', 'unknown_upload', {
      message: 'This upload is unknown. Please upload the file again.',
    });
  }
  const isTheirs = await deps.belongsTo(upload.person, request.person);
  if (!isTheirs || (upload.eventId !== null && upload.eventId !== request.event.id)) throw notYours();
  return upload;
}

function notYours(): AppError {
  return new AppError('forbidden', 'forbidden', {
    message: 'This upload belongs to somebody else or another event.',
  });
}

/** Their membership was deleted during the call. Its repetition asks the access rule again, and finds them a place. */
function placeGone(): AppError {
  return new AppError('conflict', 'place_gone', {
    message: 'The list of people has just changed. Please try again.',
  });
}

/**
 * The earlier item with the same content. Duplicates are not dropped: whoever sends a picture twice is
 * told, and keeps both until they say otherwise.
 */
async function firstOf(
  deps: SaveDeps,
  { media, eTag }: { media: MediaRecord; eTag: string | undefined },
): Promise<string | null> {
  if (eTag === undefined) return null;
  const first = await deps.recordContent(media, eTag);
  if (first === media.id) return null;
  return (await deps.getMedia(first)) ? first : null;
}

/** Repeating the call returns the same item and completes what a call that died left undone. */
async function completeSaved(
  deps: SaveDeps,
  { saved, request }: { saved: MediaRecord; request: SaveRequest },
): Promise<string | undefined> {
  const isTheirs = await deps.belongsTo(saved.uploader, request.person);
  if (!isTheirs || saved.eventId !== request.event.id) throw notYours();
  const file = await deps.arrivedFile(request.uploadId);
  if (file && saved.state === 'processing') {
    await deps.keepOriginal(saved, { id: request.uploadId, eTag: file.eTag });
  }
  return file?.eTag;
}

async function checkArrivedFile(
  deps: SaveDeps,
  request: SaveRequest,
): Promise<{ mimeType: string; eTag: string }> {
  const file = await deps.arrivedFile(request.uploadId);
  if (!file) {
    throw new AppError('invalid', 'file_missing', {
      message: 'The file has not arrived. Please upload it again.',
    });
  }
  if (file.sizeBytes > MAX_FILE_BYTES || request.fileSizeBytes > MAX_FILE_BYTES) throw tooLarge();
  if (file.sizeBytes === 0 || file.sizeBytes !== request.fileSizeBytes) {
    throw new AppError('invalid', 'size_mismatch', {
      message: 'The file did not arrive whole. Please upload it again.',
      issues: [{ path: 'fileSize', message: `${file.sizeBytes} bytes have arrived.` }],
    });
  }
  const { mimeType } = file;
  if (mimeType === undefined || !isAcceptedType(mimeType) || !deps.typesAgree(request.mimeType, mimeType)) {
    throw unsupportedType();
  }
  return { mimeType, eTag: file.eTag };
}

function newMedia(request: SaveRequest, mimeType: string): MediaRecord {
  return {
    id: request.mediaId,
    eventId: request.event.id,
    uploader: personKeyOf(request.person),
    originalName: request.originalName,
    mimeType,
    fileSizeBytes: request.fileSizeBytes,
    status: initialStatus(request.event),
    uploadedAt: request.now.toISOString(),
    moderatedAt: null,
    moderatedBy: null,
    voteCount: 0,
    state: 'processing',
    capturedAt: null,
    capturedAtZone: null,
    statusVersion: 0,
    place: null,
    placeVersion: 0,
    contentHash: null,
    crc32: null,
    facts: null,
  };
}
