import type { EventView } from '../../../../shared/contract/entities.ts';
import { itemsOf, type MediaPages } from '../../features/gallery/media-pages.ts';

/**
 * How many approved photos there are to pick from. Videos are none; only a list that is read to its end tells how many of those
 * there are, and a longer one holds enough of both.
 */
export function countHighlightCandidates(
  event: Pick<EventView, 'mediaCount' | 'pendingCount'>,
  list: Pick<MediaPages, 'pages'> | undefined,
): number {
  const isWhole = list?.pages.at(-1)?.nextCursor === null;
  if (!list || !isWhole) return event.mediaCount - (event.pendingCount ?? 0);
  return itemsOf(list.pages).filter(({ kind, status }) => kind === 'picture' && status === 'approved').length;
}
