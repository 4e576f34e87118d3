import { randomUUID } from 'node:crypto';
import { type Archive, type ArchiveViewer, arePhotosMade } from './archive.ts';
import { type ArchiveItem, archiveEntries, isVideo, type MadePhotos } from './archive-entries.ts';
import { measuredBy } from './archive-budget.ts';
import { namingFor } from './read-naming.ts';
import { chatCopyKey } from '../storage/object-keys.ts';
import { planParts, MAX_ARCHIVE_BYTES } from './archive-parts.ts';
import { layOutZip } from './zip-layout.ts';
import type { ArchiveJob } from '../domain/job-messages.ts';
import type { MediaRecord } from '../domain/records.ts';
import { chargePlan } from './archive-budget-store.ts';
import { endArchive } from './archive-progress.ts';
import { getArchive } from './archive-store.ts';
import { withFileChecksums, listVisibleItems, type VisibleItems } from './list-archive-items.ts';
import { abortUpload, beginUpload } from './multipart-upload.ts';
import { putPlan } from './stored-plan.ts';
import { begunMaking, handOutBatches } from './make-photos.ts';
import { measureItems, measureOf } from './measure-items.ts';
import { getMadePhotos } from './photo-batches.ts';
import { queueArchiveJob, queueArchiveJobs } from './queue-archive-job.ts';
import { setAsideUploaders } from './set-aside-uploaders.ts';

/**
 * Determines what goes into a ZIP and where each byte of it will be, and queues its stretches; of one for chats first the
 * photos, whose lengths are known only then. A repeated run only queues what is not made or written yet.
 */
export async function planArchive(
  job: Extract<ArchiveJob, { kind: 'plan' }>,
  { isOverdue, clock }: { isOverdue: () => boolean; clock: () => Date },
): Promise<void> {
  const archive = await getArchive({ id: job.archiveId, eventId: job.eventId });
  if (!archive) return;
  if (archive.state === 'writing') return handOut(archive);
  const { viewer, eventId } = archive;
  if (archive.state !== 'planning' || viewer === 'person') return;
  const begun =
    archive.photoSize === 'full'
      ? archive
      : await begunMaking(archive, () => lookThrough({ eventId, viewer }, clock()), clock());
  if (!begun) return;
  if (!arePhotosMade(begun)) return handOutBatches(begun);
  return planItems(begun, viewer, { isOverdue, clock });
}

type GalleryOf = { readonly eventId: string; readonly viewer: ArchiveViewer };

/** What a ZIP for chats would hold now, and be charged: about, since names hardly matter. */
async function lookThrough(gallery: GalleryOf, now: Date) {
  const { event, items, setAside } = await listItems(gallery, now);
  const nameless = { viewer: gallery.viewer, event, nameOf: () => undefined, numberOf: () => undefined };
  const sizes = measureItems(items, nameless);
  const { bytes: totalBytes, fileCount } = sizes.chat;
  const leftOut = items.length - fileCount;
  return { items, about: measuredBy({ totalBytes, fileCount, leftOut, setAside, sizes }) };
}

/** What a viewer sees of an event, without what is set aside. */
async function listItems(gallery: GalleryOf, now: Date) {
  const seen = await listVisibleItems(gallery);
  const aside = await setAsideUploaders(seen.items, now);
  const items = seen.items.filter(({ uploader }) => !aside.has(uploader));
  return { ...seen, items, setAside: seen.items.length - items.length };
}

async function planItems(
  archive: Archive,
  viewer: ArchiveViewer,
  { isOverdue, clock }: { isOverdue: () => boolean; clock: () => Date },
): Promise<void> {
  const { eventId, photoSize } = archive;
  const begunAt = clock();
  const listed = await listItems({ eventId, viewer }, begunAt);
  const made = photoSize === 'chat' ? await getMadePhotos(archive) : undefined;
  const chosen = await withFileChecksums(listed.items, { viewer, made, isOverdue });
  if (!chosen) return queueArchiveJob({ kind: 'plan', eventId, archiveId: archive.id });
  const contents = { ...listed, viewer, made, listedAt: begunAt.toISOString(), chosen };
  if (!(await fix(archive, contents, clock))) return;
  const planned = await getArchive(archive);
  if (planned) await handOut(planned);
}

type Contents = VisibleItems & {
  readonly viewer: ArchiveViewer;
  readonly made: MadePhotos | undefined;
  readonly setAside: number;
  readonly listedAt: string;
  readonly chosen: readonly ArchiveItem[];
};

/** @returns false if another run was first, or the day's budget does not take it */
async function fix(archive: Archive, seen: Contents, clock: () => Date): Promise<boolean> {
  const { chosen, listedAt, items } = seen;
  const naming = await namingFor(seen, items);
  const entries = archiveEntries(chosen, naming);
  const { totalBytes } = layOutZip(entries);
  if (totalBytes > MAX_ARCHIVE_BYTES) throw new Error('The gallery is larger than one object can be.');
  const planId = randomUUID();
  await putPlan({ ...archive, planId }, entries);
  const uploadId = await beginUpload(archive);
  const plan = {
    planId,
    uploadId,
    listedAt,
    fileCount: entries.length,
    totalBytes,
    leftOut: seen.items.length - entries.length,
    setAside: seen.setAside,
    sizes: {
      ...measureItems(items, naming),
      [archive.photoSize]: measureOf(
        chosen.map(({ media }) => media),
        totalBytes,
        true,
      ),
    },
    isProvisional: !seen.isComplete || isUnfinished(seen),
  };
  const outcome = await chargePlan(archive, { plan, version: seen.version }, clock());
  if (outcome === 'charged') return true;
  await abortUpload({ ...archive, uploadId, totalBytes });
  if (outcome === 'over-budget') await endArchive(archive, 'over-budget', clock());
  return false;
}

/** Whether a later ZIP would hold more: photos that came too late to be made for this one included. */
function isUnfinished({ items, made }: Contents): boolean {
  const isTooLate = (media: MediaRecord): boolean =>
    made !== undefined &&
    media.state === 'ready' &&
    !isVideo(media) &&
    !made.sums.has(chatCopyKey(media)) &&
    !made.unmade.has(media.id);
  return items.some((media) => media.state === 'processing' || isTooLate(media));
}

async function handOut({ id, eventId, plan, done }: Archive): Promise<void> {
  if (!plan) return;
  const open = Array.from(
    { length: planParts(plan.totalBytes).stretchCount },
    (_, stretch) => stretch,
  ).filter((stretch) => !done.has(stretch));
  // If all are written but the upload is not completed, any stretch completes it.
  const stretches = open.length > 0 ? open : [0];
  await queueArchiveJobs(stretches.map((stretch) => ({ kind: 'write', eventId, archiveId: id, stretch })));
}
