import { randomUUID } from 'node:crypto';
import type { Archive } from './archive.ts';
import { type ArchiveItem, archiveEntries } from './archive-entries.ts';
import { planParts, MAX_ARCHIVE_BYTES } from './archive-parts.ts';
import { layOutZip } from './zip-layout.ts';
import type { ArchiveJob } from '../domain/job-messages.ts';
import { sendMessage } from '../aws/send-message.ts';
import { archivesQueueUrl } from '../aws/settings.ts';
import { chargePlan } from './archive-budget-store.ts';
import { endArchive } from './archive-progress.ts';
import { getArchive } from './archive-store.ts';
import { listNames } from '../table/people.ts';
import { mapConcurrent } from '../aws/map-concurrent.ts';
import { withFileChecksums, listVisibleItems, type VisibleItems } from './list-archive-items.ts';
import { abortUpload, beginUpload } from './multipart-upload.ts';
import { putPlan } from './archive-plan.ts';
import { setAsideUploaders } from './set-aside.ts';

const SENDS_AT_ONCE = 8;

/**
 * Determines what goes into a ZIP and where each byte of it will be, and queues its stretches. A repeated run
 * only queues what is not written yet.
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
  const begunAt = clock();
  const seen = await listVisibleItems({ eventId, viewer });
  const aside = await setAsideUploaders(seen.items, begunAt);
  const items = seen.items.filter(({ uploader }) => !aside.has(uploader));
  const chosen = await withFileChecksums(items, { viewer, isOverdue });
  if (!chosen) return queue(job);
  const listed = { ...seen, items, setAside: seen.items.length - items.length };
  if (!(await fix(archive, { ...listed, listedAt: begunAt.toISOString(), chosen }, clock))) return;
  const planned = await getArchive(archive);
  if (planned) await handOut(planned);
}

type Contents = VisibleItems & {
  readonly setAside: number;
  readonly listedAt: string;
  readonly chosen: readonly ArchiveItem[];
};

/** @returns false if another run was first, or the day's budget does not take it */
async function fix(archive: Archive, seen: Contents, clock: () => Date): Promise<boolean> {
  const { chosen, listedAt } = seen;
  const names = await namesFor(archive.viewer, chosen);
  const entries = archiveEntries(chosen, {
    event: seen.event,
    nameOf: (person) => names.get(person)?.name,
  });
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
    isProvisional: !seen.isComplete || seen.items.some(({ state }) => state === 'processing'),
  };
  const outcome = await chargePlan(archive, { plan, version: seen.version }, clock());
  if (outcome === 'charged') return true;
  await abortUpload({ ...archive, uploadId, totalBytes });
  if (outcome === 'over-budget') await endArchive(archive, 'over-budget', clock());
  return false;
}

async function namesFor(viewer: Archive['viewer'], chosen: readonly ArchiveItem[]) {
  const people = viewer === 'owner' ? new Set(chosen.map(({ media }) => media.uploader)) : [];
  return listNames([...people]);
}

async function handOut({ id, eventId, plan, done }: Archive): Promise<void> {
  if (!plan) return;
  const open = Array.from(
    { length: planParts(plan.totalBytes).stretchCount },
    (_, stretch) => stretch,
  ).filter((stretch) => !done.has(stretch));
  // If all are written but the upload is not completed, any stretch completes it.
  await mapConcurrent(open.length > 0 ? open : [0], SENDS_AT_ONCE, (stretch) => {
    const job: ArchiveJob = { kind: 'write', eventId, archiveId: id, stretch };
    return queue(job);
  });
}

function queue(job: ArchiveJob): Promise<void> {
  return sendMessage(archivesQueueUrl(), { body: JSON.stringify(job), group: job.eventId });
}
