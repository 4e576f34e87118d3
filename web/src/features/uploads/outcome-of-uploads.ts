import type { MediaView } from '../../../../shared/contract/entities.ts';
import { isUnderWay, type UploadJob } from './queue/upload-job.ts';

/** What is to be said of sent files: how many the host has to approve first, and which cannot be shown. */
export type UploadsOutcome = { readonly waitingCount: number; readonly unsupported: readonly MediaView[] };

/** @returns undefined if all of them are in the gallery, or on the way there */
export function outcomeOfUploads(items: readonly MediaView[]): UploadsOutcome | undefined {
  const unsupported = items.filter(({ state }) => state === 'unsupported');
  const waitingCount = items.filter(
    ({ status, state }) => status === 'pending' && state !== 'unsupported',
  ).length;
  return waitingCount + unsupported.length > 0 ? { waitingCount, unsupported } : undefined;
}

/** Which items the saved files of these jobs are, by their ids, and whether no more of them come. */
export function sentItems(jobs: readonly UploadJob[]): { ids: ReadonlySet<string>; isOver: boolean } {
  const saved = jobs.filter(({ state }) => state === 'done');
  // An item's id is that of its upload with another prefix.
  const ids = saved.flatMap(({ objectPath }) => objectPath?.replace('/objects/uploads/upl_', 'med_') ?? []);
  return { ids: new Set(ids), isOver: ids.length > 0 && !jobs.some(isUnderWay) };
}
