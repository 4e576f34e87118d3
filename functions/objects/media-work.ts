import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createdMessage } from '../domain/jobs.ts';
import { originalKey, placeOf } from '../domain/placement.ts';
import type { MediaFacts, MediaRecord } from '../domain/records.ts';
import { readCaptureDate, toCapturedAt } from '../media/capture-date.ts';
import { hashContent } from '../media/content-hash.ts';
import type { Picture } from '../media/picture.ts';
import { UndecodableMedia } from '../media/undecodable.ts';
import type { Delivery } from '../platform/job.ts';
import { log } from '../platform/log.ts';
import { send } from '../platform/send.ts';
import { getMedia } from '../table/media.ts';
import { type MediaOutcome, setMediaOutcome } from '../table/media-outcome.ts';
import { downloadOriginal } from './originals.ts';
import { putRendition, type RenditionFile } from './renditions.ts';
import { settleMedia } from './settle-media.ts';

/** The delivery after which the queue gives a message up; see the manifest's queues. */
const LAST_ATTEMPT = 3;

/** An original on this machine's disk, and a folder that goes when the work is done. */
export type Original = { readonly media: MediaRecord; readonly file: string; readonly folder: string };

/** What was made of it: undefined where nothing can be shown. */
export type Made = { readonly facts: MediaFacts; readonly files: readonly RenditionFile[] } | undefined;

/**
 * Works on one original: files are written first and the row last, for the status that the files were
 * placed for. Delivering twice changes nothing, and a file that cannot be shown is said to be so on its row.
 */
export async function workOnOriginal(
  media: MediaRecord,
  delivery: Delivery,
  make: (original: Original) => Promise<Made>,
): Promise<void> {
  // A file that kills the process cannot be recorded afterwards: on the last attempt it is recorded before.
  if (delivery.attempt >= LAST_ATTEMPT) await setMediaOutcome(media, { state: 'unsupported' });
  const folder = await mkdtemp(join(tmpdir(), 'media-'));
  try {
    const file = join(folder, 'original');
    if (!(await downloadOriginal(media, file))) throw new Error('The original is not there.');
    await finish({ media, file, folder }, make);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function finish(original: Original, make: (original: Original) => Promise<Made>): Promise<void> {
  const { media, file } = original;
  const hash = await hashContent(file);
  const date = await readCaptureDate({ input: file, mime: media.mimeType, now: new Date() });
  const known = { contentHash: hash.sha256, crc32: hash.crc32, ...(date && toCapturedAt(date)) };
  const made = await makeOrGiveUp(original, make);
  if (!made) {
    await record(media, { ...known, state: 'unsupported' });
    // For an operator to see, and to drive again when a later version can show it.
    await send('media-dlq', createdMessage(originalKey(media)));
    return;
  }
  const place = placeOf(media.status);
  for (const rendition of made.files) await putRendition(media, place, rendition);
  await record(media, { ...known, facts: made.facts, place, state: 'ready' });
  // Moderated or deleted while it was worked on: the files follow.
  await settleMedia(media);
}

async function makeOrGiveUp(original: Original, make: (original: Original) => Promise<Made>): Promise<Made> {
  try {
    return await make(original);
  } catch (error) {
    if (!(error instanceof UndecodableMedia)) throw error;
    log.warn('media cannot be shown', { mediaId: original.media.id, code: error.code });
    return undefined;
  }
}

/** Where the status changed meanwhile the row still says where the files are; settling moves them on. */
async function record(media: MediaRecord, outcome: MediaOutcome): Promise<void> {
  let seen: MediaRecord | undefined = media;
  while (seen && !(await setMediaOutcome(seen, outcome))) seen = await getMedia(media.id);
}

/** A picture's renditions as files, and what is kept of it on the row. */
export function pictureParts(picture: Picture): NonNullable<Made> {
  const files = picture.renditions.map(({ name, bytes, mime }) => ({ name: `${name}.webp`, bytes, mime }));
  const facts: MediaFacts = {
    width: picture.width,
    height: picture.height,
    durationSeconds: null,
    blur: picture.blurHash,
    color: picture.dominantColor,
    perceptualHash: picture.perceptualHash,
    renditions: picture.renditions.map(({ name, width, height }) => ({
      name: `${name}.webp`,
      width,
      height,
    })),
    play: null,
    signals: { ...picture.signals },
  };
  return { facts, files };
}
