import { randomUUID } from 'node:crypto';
import type { Archive, ArchiveViewer } from '../domain/archive/archive.ts';
import { type Chosen, entriesOf } from '../domain/archive/entries.ts';
import { cutOf, MAX_ARCHIVE_BYTES } from '../domain/archive/parts.ts';
import { layOut } from '../domain/archive/zip-layout.ts';
import type { ArchiveJob } from '../domain/jobs.ts';
import { send } from '../platform/send.ts';
import { setArchivePlan } from '../table/archive-progress.ts';
import { getArchive } from '../table/archives.ts';
import { listNames } from '../table/identities.ts';
import { atOnce } from './at-once.ts';
import { chooseItems, listSeen, type Seen } from './choose-items.ts';
import { abortUpload, beginUpload } from './multipart.ts';
import { putPlan } from './plan-file.ts';

const SENDS_AT_ONCE = 8;

/**
 * Finds out what goes into a ZIP, where each byte of it will be, and hands out its writing. Done again it only hands
 * out what is not written yet.
 */
export async function planArchive(
  job: Extract<ArchiveJob, { kind: 'plan' }>,
  isOverdue: () => boolean,
): Promise<void> {
  const archive = await getArchive({ id: job.archiveId, eventId: job.eventId });
  if (!archive) return;
  if (archive.state === 'writing') return handOut(archive);
  if (archive.state !== 'planning') return;
  const seen = await listSeen(archive);
  const chosen = await chooseItems(seen, { viewer: archive.viewer, isOverdue });
  if (!chosen) return send('archives', JSON.stringify(job));
  if (!(await fix(archive, seen, chosen))) return;
  const planned = await getArchive(archive);
  if (planned) await handOut(planned);
}

/** @returns false where another run was first */
async function fix(archive: Archive, seen: Seen, chosen: readonly Chosen[]): Promise<boolean> {
  const names = await namesFor(archive.viewer, chosen);
  const entries = entriesOf(chosen, (person) => names.get(person)?.name);
  const { totalBytes } = layOut(entries);
  if (totalBytes > MAX_ARCHIVE_BYTES) throw new Error('The gallery is larger than one object can be.');
  const planId = randomUUID();
  await putPlan({ ...archive, planId }, entries);
  const uploadId = await beginUpload(archive);
  const plan = {
    planId,
    uploadId,
    fileCount: entries.length,
    totalBytes,
    leftOut: seen.items.length - entries.length,
    isProvisional: !seen.isComplete || seen.items.some(({ state }) => state === 'processing'),
  };
  if (await setArchivePlan(archive, { plan, version: seen.version }, new Date())) return true;
  await abortUpload({ ...archive, uploadId, totalBytes });
  return false;
}

async function namesFor(viewer: ArchiveViewer, chosen: readonly Chosen[]) {
  const people = viewer === 'owner' ? new Set(chosen.map(({ media }) => media.uploader)) : [];
  return listNames([...people]);
}

async function handOut({ id, eventId, plan, done }: Archive): Promise<void> {
  if (!plan) return;
  const open = Array.from({ length: cutOf(plan.totalBytes).stretchCount }, (_, stretch) => stretch).filter(
    (stretch) => !done.has(stretch),
  );
  // All written, but not put together: any stretch does that.
  await atOnce(open.length > 0 ? open : [0], SENDS_AT_ONCE, (stretch) => {
    const job: ArchiveJob = { kind: 'write', eventId, archiveId: id, stretch };
    return send('archives', JSON.stringify(job));
  });
}
