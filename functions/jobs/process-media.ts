import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createdKeys, createdMessage, objectCreated } from '../domain/jobs.ts';
import { itemOfOriginal, originalKey, placeOf } from '../domain/placement.ts';
import type { MediaRecord } from '../domain/records.ts';
import { readCaptureDate, toCapturedAt } from '../media/capture-date.ts';
import { hashContent } from '../media/content-hash.ts';
import { makePicture, type Picture } from '../media/picture.ts';
import { UndecodableMedia } from '../media/undecodable.ts';
import { downloadOriginal } from '../objects/originals.ts';
import { putRendition } from '../objects/renditions.ts';
import { settleMedia } from '../objects/settle-media.ts';
import { type Delivery, job } from '../platform/job.ts';
import { log } from '../platform/log.ts';
import { send } from '../platform/send.ts';
import { getMedia } from '../table/media.ts';
import { type MediaOutcome, setMediaOutcome } from '../table/media-outcome.ts';

/** The delivery after which the queue gives a message up; see the manifest's queues. */
const LAST_ATTEMPT = 3;

/** Makes renditions and finds out facts of new originals. Delivering twice changes nothing. */
export const handler = job('process-media', async (delivery) => {
  for (const key of createdKeys(objectCreated.parse(delivery.body))) {
    const item = itemOfOriginal(key);
    const media = item && (await getMedia(item.id));
    // Deleted meanwhile, or done by an earlier delivery.
    if (media && media.state !== 'ready') await processItem(media, delivery);
  }
});

async function processItem(media: MediaRecord, delivery: Delivery): Promise<void> {
  // A file that kills the process cannot be recorded afterwards: on the last attempt it is recorded before.
  if (delivery.attempt >= LAST_ATTEMPT) await setMediaOutcome(media, { state: 'unsupported' });
  const folder = await mkdtemp(join(tmpdir(), 'media-'));
  try {
    const file = join(folder, 'original');
    if (!(await downloadOriginal(media, file))) throw new Error('The original is not there.');
    await finish(media, file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Writes files first and the row last, for the status that the files were placed for. */
async function finish(media: MediaRecord, file: string): Promise<void> {
  const [hash, date] = [
    await hashContent(file),
    await readCaptureDate({ input: file, mime: media.mimeType, now: new Date() }),
  ];
  const known = {
    contentHash: hash.sha256,
    crc32: hash.crc32,
    ...(date && toCapturedAt(date)),
  };
  const picture = await decode(media, file);
  if (!picture) {
    await record(media, { ...known, state: 'unsupported' });
    // For an operator to see, and to drive again when a later version can show it.
    await send('media-dlq', createdMessage(originalKey(media)));
    return;
  }
  const place = placeOf(media.status);
  for (const { name, bytes, mime } of picture.renditions) {
    await putRendition(media, place, { name: `${name}.webp`, bytes, mime });
  }
  await record(media, { ...known, ...factsOf(picture), place, state: 'ready' });
  // Moderated or deleted while it was worked on: the files follow.
  await settleMedia(media);
}

async function decode(media: MediaRecord, file: string): Promise<Picture | undefined> {
  try {
    return await makePicture({ input: file, declaredType: media.mimeType });
  } catch (error) {
    if (!(error instanceof UndecodableMedia)) throw error;
    log.warn('media cannot be shown', { mediaId: media.id, code: error.code });
    return undefined;
  }
}

function factsOf(picture: Picture): Pick<MediaOutcome, 'facts'> {
  return {
    facts: {
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
    },
  };
}

/** Where the status changed meanwhile the row still says where the files are; settling moves them on. */
async function record(media: MediaRecord, outcome: MediaOutcome): Promise<void> {
  let seen: MediaRecord | undefined = media;
  while (seen && !(await setMediaOutcome(seen, outcome))) seen = await getMedia(media.id);
}
