import type { ArchiveView } from '../../../../shared/contract/downloads.ts';
import { pluralize } from '../../lib/format.ts';

const UNITS = ['KB', 'MB', 'GB', 'TB'] as const;

/** A file size as file managers show it, in powers of 1000: `"340 KB"`, `"1.2 GB"`. */
export function formatFileSize(bytes: number): string {
  let value = bytes / 1000;
  let unit = 0;
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const digits = unit === 0 || value >= 9.95 ? 0 : 1;
  return `${value.toLocaleString(undefined, { maximumFractionDigits: digits })} ${UNITS[unit]}`;
}

/** What the download dialog says about an archive: file count and size, current step, and progress from 0 to 1. */
export function archiveLabels(view: ArchiveView | undefined): {
  facts: string;
  doing: string;
  share?: number;
} {
  if (!view || view.totalBytes === null || view.fileCount === null) {
    return { facts: 'Counting files …', doing: 'This takes a moment.' };
  }
  const { totalBytes, doneBytes, fileCount, state } = view;
  const facts = `${pluralize(fileCount, 'file')}, ${formatFileSize(totalBytes)}`;
  if (state === 'ready') return { facts, doing: 'Your download has started.', share: 1 };
  const share = doneBytes / totalBytes;
  if (doneBytes === totalBytes) return { facts, doing: 'Almost ready …', share };
  return { facts, doing: `Prepared ${formatFileSize(doneBytes)} of ${formatFileSize(totalBytes)}`, share };
}

/** Says why nothing goes on, in place of the current step. */
export const WAITING_LABELS = {
  network: 'Waiting for the network …',
  server: 'Waiting for the server …',
} as const;

/** Explains how many items the archive leaves out; undefined if none. */
export function leftOutLabel(count: number): string | undefined {
  if (count === 0) return undefined;
  const items = pluralize(count, 'item');
  return count === 1
    ? `${items} is not in it: it is still being prepared, or cannot be shown.`
    : `${items} are not in it: they are still being prepared, or cannot be shown.`;
}
