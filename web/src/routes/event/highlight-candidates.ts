import type { EventView } from '../../../../shared/contract/entities.ts';
import { itemsOf, type MediaPages } from '../../changes/media-pages.ts';

/**
 * The number of approved photos that highlights can be picked from. Exact if the list is fully loaded. Otherwise it
 * includes videos, which does not matter, because longer lists have enough photos.
 */
export function countHighlightCandidates(
  event: Pick<EventView, 'mediaCount' | 'pendingCount'>,
  list: Pick<MediaPages, 'pages'> | undefined,
): number {
  const isFullyLoaded = list?.pages.at(-1)?.nextCursor === null;
  if (!list || !isFullyLoaded) return event.mediaCount - (event.pendingCount ?? 0);
  return itemsOf(list.pages).filter(({ kind, status }) => kind === 'picture' && status === 'approved').length;
}
