import type { ArchiveView } from '../../shared/contract/downloads.ts';
import { type Archive, archiveItemCount, isBehind, isOutdated } from './archive.ts';
import { measuredBy } from './archive-budget.ts';
import { getBudgetUse } from './archive-budget-store.ts';
import { bytesDone, planParts } from './archive-parts.ts';
import { waitAfter } from './archive-pauses.ts';
import { BATCH_PHOTOS } from './photo-batches.ts';
import { archiveFileName } from './download-file-names.ts';
import { archiveKey } from '../storage/object-keys.ts';
import { downloadUrl } from '../storage/download-url.ts';
import type { EventContext } from '../table/event-context.ts';
import type { RequestedArchive } from './start-archive.ts';

/** An archive as the API returns it, with a download URL if it is ready and still valid. */
export async function archiveReply({ archive, context }: RequestedArchive, now: Date): Promise<ArchiveView> {
  const { contents, event } = context;
  const mayBeHad = archive.state === 'ready' && !isOutdated(archive, contents);
  const url = mayBeHad ? await downloadUrl(archiveKey(archive), archiveFileName(event.name)) : null;
  const newerFrom = mayBeHad && isBehind(archive, contents) ? await newerFromOf(archive, context, now) : null;
  return archiveViewOf(archive, context, { url, newerFrom });
}

async function newerFromOf(archive: Archive, { contents, counts }: EventContext, now: Date): Promise<Date> {
  const use = await getBudgetUse(archive, now);
  const items = archiveItemCount(archive.viewer, counts);
  return waitAfter(archive, { contents, items, use, now })?.from ?? now;
}

/** @param links `url` is null unless it is ready, `newerFrom` unless a newer one would hold more */
export function archiveViewOf(
  archive: Archive,
  {
    contents,
    counts,
    membership,
    access,
  }: Pick<EventContext, 'contents' | 'counts' | 'membership' | 'access'>,
  links: { url: string | null; newerFrom: Date | null },
): ArchiveView {
  const { plan, done } = archive;
  const listed = plan ? measuredBy(plan).items : 0;
  return {
    id: archive.id,
    photoSize: archive.photoSize,
    state: isOutdated(archive, contents) ? 'outdated' : shownState(archive),
    fileCount: plan?.fileCount ?? null,
    totalBytes: plan?.totalBytes ?? null,
    making: archive.making && !plan ? makingOf(archive, archive.making) : null,
    doneBytes: plan ? bytesDone(planParts(plan.totalBytes), done) : 0,
    leftOut: plan?.leftOut ?? 0,
    setAside: plan?.setAside ?? 0,
    asOf: plan ? (plan.listedAt ?? archive.createdAt) : null,
    itemsSince: plan ? Math.max(0, archiveItemCount(archive.viewer, counts) - listed) : 0,
    newerFrom: links.newerFrom?.toISOString() ?? null,
    ownPending: access.role === 'owner' ? 0 : (membership?.pendingCount ?? 0),
    url: links.url,
    expiresAt: new Date(archive.expiresAtSeconds * 1000).toISOString(),
  };
}

/** How many photos are made, in whole batches. */
function makingOf({ made }: Archive, { photoCount }: NonNullable<Archive['making']>): ArchiveView['making'] {
  return { done: Math.min(photoCount, made.size * BATCH_PHOTOS), of: photoCount };
}

function shownState({ state, isOverBudget }: Archive): ArchiveView['state'] {
  if (state === 'planning' || state === 'writing') return 'preparing';
  // Whoever asks again gets an earlier one, or is told from when there may be another.
  return state === 'failed' && isOverBudget ? 'outdated' : state;
}
