import { noAccess } from '../domain/access.ts';
import { AppError, notFound, unauthenticated } from '../domain/app-error.ts';
import { assertBelowUploadLimit, uploadLimitReached } from '../domain/event-limits.ts';
import { type Person, type PersonKey, personKeyOf } from '../domain/caller.ts';
import { initialStatus } from '../domain/moderation.ts';
import type { EventRecord, MediaRecord, Membership, UploadRecord } from '../domain/records.ts';
import { type ArrivalDeps, type ArrivedFile, checkArrivedFile, fileMissing } from './arrived-file.ts';

/** What saving depends on. */
export type SaveDeps = ArrivalDeps & {
  /** The upload of a guest who has since been claimed belongs to the account. */
  belongsTo(holder: PersonKey, person: Person): Promise<boolean>;
  getMedia(mediaId: string): Promise<MediaRecord | undefined>;
  createMedia(
    media: MediaRecord,
    upload: { id: string; eTag: string; versionId: string | undefined },
    /** If the item takes its uploader's place in the event. */
    newcomer?: { event: EventRecord; person: Person; now: Date },
  ): Promise<
    'event-gone' | 'already-saved' | 'upload-gone' | 'left' | 'no-place' | 'blocked' | 'too-many' | undefined
  >;
  /** @returns false if that file is not there any more, and was not kept before */
  keepOriginal(
    media: MediaRecord,
    upload: { id: string; eTag: string; versionId: string | undefined },
  ): Promise<boolean>;
  hasOriginal(media: MediaRecord): Promise<boolean>;
  /** Records a file's content per uploader; returns the first item with that content. */
  recordContent(media: MediaRecord, eTag: string): Promise<string>;
  /** Removes what was saved from where it arrived. */
  removeUploaded(uploadId: string, versionId: string | undefined): Promise<void>;
  /** The upload is no longer one of its person's unsaved ones. */
  uncountUnsaved(upload: { person: PersonKey; uploadId: string }): Promise<unknown>;
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
  if (saved) return completeSaved(deps, { saved, upload, request });
  if (upload.savedAs) {
    throw new AppError('conflict', 'upload_used', {
      message: 'This file was saved before and then deleted.',
    });
  }
  assertBelowUploadLimit(request.membership, request.uploadLimit);
  const file = await checkArrivedFile(deps, request);
  const media = newMedia(request, file.mimeType);
  const newcomer = request.membership?.hasPlace ? undefined : request;
  if (newcomer) await request.admit();
  const { eTag, versionId } = file;
  const refusal = await deps.createMedia(media, { id: upload.id, eTag, versionId }, newcomer);
  if (refusal === 'already-saved' || refusal === 'upload-gone') return saveUpload(deps, request);
  if (refusal === 'event-gone') throw notFound();
  if (refusal === 'left') throw unauthenticated();
  if (refusal === 'no-place') throw placeGone();
  if (refusal === 'blocked') throw noAccess();
  if (refusal === 'too-many') throw uploadLimitReached(request.uploadLimit);
  await moveToOriginals(deps, { media, upload, file });
  return { media, isNew: true, duplicateOf: await firstOf(deps, { media, eTag }) };
}

type FileVersion = Pick<ArrivedFile, 'eTag' | 'versionId'>;

/** Copies the file that was saved to its place, and only then removes it from where it arrived. */
async function moveToOriginals(
  deps: SaveDeps,
  { media, upload, file }: { media: MediaRecord; upload: UploadRecord; file: FileVersion },
): Promise<void> {
  const { eTag, versionId } = file;
  if (!(await deps.keepOriginal(media, { id: upload.id, eTag, versionId }))) throw fileMissing();
  await deps.removeUploaded(upload.id, versionId);
  await deps.uncountUnsaved({ person: upload.person, uploadId: upload.id });
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
  return new AppError('forbidden', 'foreign_upload', {
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
  { media, eTag }: { media: MediaRecord; eTag: string },
): Promise<string | null> {
  const first = await deps.recordContent(media, eTag);
  if (first === media.id) return null;
  return (await deps.getMedia(first)) ? first : null;
}

/**
 * Repeating the call returns the same item and completes what a call that died left undone. What has arrived since
 * then in place of the file that was saved is not kept: where that is gone as well, the client is told to send it again.
 */
async function completeSaved(
  deps: SaveDeps,
  { saved, upload, request }: { saved: MediaRecord; upload: UploadRecord; request: SaveRequest },
): Promise<Saved> {
  const isTheirs = await deps.belongsTo(saved.uploader, request.person);
  if (!isTheirs || saved.eventId !== request.event.id) throw notYours();
  const file = await deps.arrivedFile(upload.id);
  const eTag = upload.savedETag ?? file?.eTag;
  if (saved.state === 'processing' && file && file.eTag === eTag) {
    await moveToOriginals(deps, { media: saved, upload, file });
  } else if (saved.state !== 'ready' && !(await deps.hasOriginal(saved))) {
    const version = saved.state === 'processing' ? savedVersionOf(upload) : undefined;
    if (!version) throw fileMissing();
    await moveToOriginals(deps, { media: saved, upload, file: version });
  }
  const duplicateOf = eTag === undefined ? null : await firstOf(deps, { media: saved, eTag });
  return { media: saved, isNew: false, duplicateOf };
}

/** What the save recorded of its file: undefined where no versions are kept, and of an earlier release's. */
function savedVersionOf({ savedETag, savedVersion }: UploadRecord): FileVersion | undefined {
  return savedETag === null || savedVersion === null
    ? undefined
    : { eTag: savedETag, versionId: savedVersion };
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
