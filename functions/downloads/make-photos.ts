import { randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { mapConcurrent } from '../aws/map-concurrent.ts';
import { COPY_OFFERED_SECONDS } from '../domain/file-lifetimes.ts';
import type { ArchiveJob } from '../domain/job-messages.ts';
import type { MediaRecord } from '../domain/records.ts';
import { listKeptCopies } from '../storage/copy-files.ts';
import { chatCopyKey } from '../storage/object-keys.ts';
import { getMedia } from '../table/media.ts';
import { type Archive, arePhotosMade, GIVEN_UP_MS } from './archive.ts';
import type { Measured } from './archive-budget.ts';
import { chargeMaking } from './archive-budget-store.ts';
import { isVideo } from './archive-entries.ts';
import { addMadeBatch, endArchive } from './archive-progress.ts';
import { getArchive } from './archive-store.ts';
import { keepChatCopy } from './chat-copy.ts';
import { BATCH_PHOTOS, getBatchPhotos, type MadeBatch, putMadeBatch, putPhotos } from './photo-batches.ts';
import { queueArchiveJob, queueArchiveJobs } from './queue-archive-job.ts';

/** One is read from and written to the bucket while another is made. */
const PHOTOS_AT_ONCE = 2;

/**
 * Has the photos of a ZIP for chats made before it is planned, by any number of workers, if the day's budget takes these and
 * the ZIP. A repeated run only queues the batches that are not made yet.
 * @param look what the gallery holds now
 * @returns undefined if the budget does not take it, which ends it
 */
export async function begunMaking(
  archive: Archive,
  look: () => Promise<Gallery>,
  now: Date,
): Promise<Archive | undefined> {
  if (archive.making) return archive;
  const { items, about } = await look();
  const photos = items.filter((media) => !isVideo(media) && media.state === 'ready');
  // What may be gone before it is looked for counts as made.
  const since = new Date(now.getTime() - COPY_OFFERED_SECONDS * 1000 + GIVEN_UP_MS);
  const kept = await listKeptCopies(archive.eventId, since);
  const making = {
    listId: randomUUID(),
    batchCount: Math.ceil(photos.length / BATCH_PHOTOS),
    photoCount: photos.length,
    madeCount: photos.filter((media) => !kept.has(chatCopyKey(media))).length,
  };
  await putPhotos(
    { ...archive, listId: making.listId },
    photos.map(({ id }) => id),
  );
  // Of several runs at once, one wins.
  const outcome = await chargeMaking(archive, { making, about }, now);
  if (outcome !== 'over-budget') return (await getArchive(archive)) ?? archive;
  await endArchive(archive, outcome, now);
  return undefined;
}

/** The items of a ZIP for chats, and about what it will be charged without its photos. */
type Gallery = { readonly items: readonly MediaRecord[]; readonly about: Measured };

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
  const made = await makeBatch(await getBatchPhotos(listed, job.batch), { isOverdue, clock });
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
  const batch: MadeBatch = { photos: [], unmade: [] };
  let isUnfinished = false;
  await mapConcurrent(mediaIds, PHOTOS_AT_ONCE, async (mediaId) => {
    if (isUnfinished || isOverdue()) {
      isUnfinished = true;
      return;
    }
    const media = await getMedia(mediaId);
    const copy = media && (await keepChatCopy(media, clock()));
    if (copy) batch.photos.push([copy.key, copy.bytes.length, crc32(copy.bytes)]);
    else if (media?.state === 'ready' && (await isAsBefore(media))) batch.unmade.push(mediaId);
  });
  return isUnfinished ? undefined : batch;
}

/** Not what has been deleted or moved meanwhile: it is gone, or can be made where it is now. */
const isAsBefore = async ({ id, statusVersion }: MediaRecord): Promise<boolean> =>
  (await getMedia(id))?.statusVersion === statusVersion;
