import type { MediaView } from '../contract/entities.ts';
import type { SortBy } from '../contract/media.ts';

type Sortable = Pick<MediaView, 'id' | 'uploadedAt' | 'capturedAt' | 'voteCount'>;

/** Whether a list in this order holds the item at all: only voted ones are ranked by votes. */
export function isListedBy(sortBy: SortBy, item: Sortable): boolean {
  return sortBy !== 'votes' || item.voteCount > 0;
}

/**
 * Compares two items in a gallery order: newest first, most votes first and then newest, or oldest capture
 * first with undated ones last. Instants are ISO 8601 in UTC with milliseconds, so text order is time order.
 */
export function compareMedia(sortBy: SortBy): (a: Sortable, b: Sortable) => number {
  if (sortBy === 'uploadedAt') return newestFirst;
  if (sortBy === 'votes') return (a, b) => b.voteCount - a.voteCount || newestFirst(a, b);
  return (a, b) => compareCaptured(a, b) || compareText(a.id, b.id);
}

function newestFirst(a: Sortable, b: Sortable): number {
  return compareText(b.uploadedAt, a.uploadedAt) || compareText(b.id, a.id);
}

function compareCaptured(a: Sortable, b: Sortable): number {
  if (a.capturedAt === null || b.capturedAt === null) {
    return Number(a.capturedAt === null) - Number(b.capturedAt === null);
  }
  return compareText(a.capturedAt, b.capturedAt);
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
