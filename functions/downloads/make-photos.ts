import { randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { mapConcurrent } from '../aws/map-concurrent.ts';
import type { ArchiveJob } from '../domain/job-messages.ts';
import type { MediaRecord } from '../domain/records.ts';
import { getMedia } from '../table/media.ts';
import { type Archive, arePhotosMade } from './archive.ts';
import { isVideo } from './archive-entries.ts';
import { addMadeBatch, beginMaking } from './archive-progress.ts';
import { getArchive } from './archive-store.ts';
import { keepChatCopy } from './chat-copy.ts';
import { BATCH_PHOTOS, getBatchPhotos, type MadeBatch, putMadeBatch, putPhotos } from './photo-batches.ts';
import { queueArchiveJob, queueArchiveJobs } from './queue-archive-job.ts';

/** One is read from and written to the bucket while another is made. */
const PHOTOS_AT_ONCE = 2;

/**
 * Has the photos of a ZIP for chats made before it is planned, by any number of workers. A repeated run only queues the
 * batches that are not made yet.
 * @param items what the gallery holds now
 * @returns whether they all are
 */
export async function begunMaking(
  archive: Archive,
  items: () => Promise<readonly MediaRecord[]>,
): Promise<Archive> {
  if (archive.making) return archive;
  const photos = (await items()).filter((media) => !isVideo(media)).map(({ id }) => id);
  const making = {
    listId: randomUUID(),
    batchCount: Math.ceil(photos.length / BATCH_PHOTOS),
    photoCount: photos.length,
  };
  await putPhotos({ ...archive, listId: making.listId }, photos);
  // Of several runs at once, one wins.
  return (await beginMaking(archive, making, new Date())) ?? (await getArchive(archive)) ?? archive;
}

/** Queues the batches that are not made yet. */
export async function handOutBatches({ id, eventId, making, made }: Archive): Promise<void> {
  const batches = [...Array(making?.batchCount ?? 0).keys()].filter((batch) => !made.has(batch));
  await queueArchiveJobs(batches.map((batch) => ({ kind: 'make', eventId, archiveId: id, batch })));
}

/**
 * Makes one batch of photos, and queues the plan if it was the last. Any number of batches may be made at once, each any
 * number of times: what was made is kept.
 */
export async function makePhotos(
  job: Extract<ArchiveJob, { kind: 'make' }>,
  { isOverdue, clock }: { isOverdue: () => boolean; clock: () => Date },
): Promise<void> {
  const archive = await getArchive({ id: job.archiveId, eventId: job.eventId });
  if (archive?.state !== 'planning' || !archive.making || archive.made.has(job.batch)) return;
  const listed = { ...archive, ...archive.making };
  const made = await makeBatch((await getBatchPhotos(listed, job.batch)) ?? [], { isOverdue, clock });
  if (!made) return queueArchiveJob(job);
  await putMadeBatch(listed, job.batch, made);
  const after = await addMadeBatch(archive, job.batch, clock());
  if (after && arePhotosMade(after))
    await queueArchiveJob({ kind: 'plan', eventId: job.eventId, archiveId: job.archiveId });
}

/** @returns undefined if time ran out: the same call goes on from there */
async function makeBatch(
  mediaIds: readonly string[],
  { isOverdue, clock }: { isOverdue: () => boolean; clock: () => Date },
): Promise<MadeBatch | undefined> {
  const batch: MadeBatch = { madeCount: 0, photos: [] };
  let isUnfinished = false;
  await mapConcurrent(mediaIds, PHOTOS_AT_ONCE, async (mediaId) => {
    if (isUnfinished || isOverdue()) {
      isUnfinished = true;
      return;
    }
    const media = await getMedia(mediaId);
    const copy = media && (await keepChatCopy(media, clock()));
    if (!copy) return;
    if (copy.isMade) batch.madeCount += 1;
    batch.photos.push([copy.key, copy.bytes.length, crc32(copy.bytes)]);
  });
  return isUnfinished ? undefined : batch;
}
