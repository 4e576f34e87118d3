import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CleanCopy, planCopy } from '../copies/plan-copy.ts';
import { captureTime } from '../domain/wall-time.ts';
import { jobMetrics } from '../domain/job-metrics.ts';
import type { MediaFacts, MediaRecord } from '../domain/records.ts';
import { readCaptureDate, toCapturedAt } from '../media/capture-date.ts';
import { hashContent } from '../media/content-hash.ts';
import type { Picture } from '../media/picture.ts';
import type { StandIn } from '../media/stand-in.ts';
import { MachineFault } from '../media/machine-fault.ts';
import { OverBudget } from '../media/over-budget.ts';
import { type UndecodableCode, UndecodableMedia } from '../media/undecodable.ts';
import { atTheEnd, waitingTimeMs } from '../aws/deadline.ts';
import { log } from '../aws/log.ts';
import { publishMetrics } from '../aws/publish-metrics.ts';
import { isTransient } from '../aws/retry.ts';
import { getMedia } from '../table/media.ts';
import {
  presumeUnsupported,
  type ProcessingResult,
  setProcessingResult,
  setUnfinished,
} from '../table/processing-result.ts';
import { noteUndated } from '../table/undated-numbers.ts';
import { withCleanCopy } from './clean-copy-file.ts';
import { withZipChecksum } from '../downloads/zip-checksum.ts';
import { downloadOriginal } from '../storage/originals.ts';
import type { RenditionFile } from '../storage/renditions.ts';
import { inEditionOf, publishFiles } from './publish-files.ts';

/** An original on the local disk, and a folder that is removed when the work is done. */
export type Original = {
  readonly media: MediaRecord;
  readonly file: string;
  readonly folder: string;
};

/** What is known of it before anything is made. */
export type Known = {
  readonly captured: ReturnType<typeof captureTime>;
  /** How its clean copy is put together, if its parts are what its format says. */
  readonly copy: CleanCopy | undefined;
};

/** What was made of it; undefined if nothing can be shown. */
export type Made =
  | {
      readonly facts: MediaFacts;
      readonly files: readonly RenditionFile[];
      /** Part of it could not be read. */
      readonly isDamaged: boolean;
      readonly standIn: StandIn | undefined;
    }
  | undefined;

/** One delivery's work. With `edition`, finished renditions are made again under that name. */
export type Work = { readonly isLastAttempt: boolean; readonly edition: string | undefined };

/**
 * Processes one original: files are written first and the row last, for the status that the files were stored
 * for. A second delivery changes nothing, and a file that cannot be shown is recorded as unsupported. A
 * finished item keeps its renditions until new ones exist, and for good if none can be made.
 */
export async function processOriginal(
  media: MediaRecord,
  { isLastAttempt, edition }: Work,
  make: (original: Original & Known) => Promise<Made>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'media-'));
  try {
    const file = join(folder, 'original');
    if (!(await downloadOriginal(media, file))) throw new Error('The original is not there.');
    // A file that kills the process cannot be recorded afterwards: on the last attempt it is recorded first. Not before
    // it was read: a bucket that cannot be read says nothing of the file.
    if (isLastAttempt && media.state !== 'ready') await presumeUnsupported(media);
    await finish({ media, file, folder }, { edition, make });
  } catch (error) {
    // That a service or the machine is in trouble says nothing of the file; that all of the run's time was too little
    // does. What takes more than it was given may get more elsewhere.
    const isServicesFault = isTransient(error) && waitingTimeMs() > 0;
    const isUndecided = isServicesFault || error instanceof MachineFault || error instanceof OverBudget;
    if (isLastAttempt && isUndecided) await atTheEnd(() => setUnfinished(media));
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type Making = {
  readonly edition: string | undefined;
  readonly make: (original: Original & Known) => Promise<Made>;
};

async function finish(original: Original, { edition, make }: Making): Promise<void> {
  const { media, file } = original;
  const hash = await hashContent(file);
  const date = await readCaptureDate({ input: file, mime: media.mimeType, now: new Date() });
  const known = { contentHash: hash.sha256, crc32: hash.crc32, ...(date && toCapturedAt(date)) };
  // Before anything is made, which can take minutes: what is uploaded later is numbered behind it from now on.
  if (isNewlyUndated({ ...media, ...known })) await noteUndated(media);
  const captured = captureTime({ ...media, ...known });
  const copy = await planCopy(file, captured);
  const { made, reason } = await makeOrGiveUp({ ...original, captured, copy }, make);
  if (made) {
    const copied = await withCleanCopy(made, { copy, captured });
    const finished = await withZipChecksum(inEditionOf(edition, copied));
    return publishFiles(media, { made: finished, known });
  }
  if (media.state === 'ready') return;
  await record(media, { ...known, state: 'unsupported', unsupportedReason: reason });
  // Nobody has to do anything about it. Once a later version can show such files, `npm run regenerate` has them made.
  publishMetrics([{ name: jobMetrics.unsupported, unit: 'Count', value: 1 }]);
}

/** What is ready keeps its name when renditions are made again, also where an earlier release gave it. */
const isNewlyUndated = ({ state, capturedAt, undatedNumber }: MediaRecord): boolean =>
  state !== 'ready' && capturedAt === null && undatedNumber === undefined;

async function makeOrGiveUp(
  original: Original & Known,
  make: (original: Original & Known) => Promise<Made>,
): Promise<{ made?: Made; reason?: UndecodableCode }> {
  try {
    return { made: await make(original) };
  } catch (error) {
    if (!(error instanceof UndecodableMedia)) throw error;
    log.warn('media cannot be shown', { mediaId: original.media.id, code: error.code });
    return { reason: error.code };
  }
}

/**
 * If the status has changed meanwhile, the row still says where the files are, and reconciling moves them.
 */
async function record(media: MediaRecord, outcome: ProcessingResult): Promise<void> {
  let seen: MediaRecord | undefined = media;
  while (seen && !(await setProcessingResult(seen, outcome))) seen = await getMedia(media.id);
}

/** A picture's renditions as files, and the facts stored on its row. */
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
  return { facts, files, isDamaged: picture.damaged, standIn: picture.standIn };
}
