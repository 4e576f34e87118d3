import { type ReactNode, type Ref, useCallback, useMemo } from 'react';
import type { MediaView } from '../../../../shared/contract/entities.ts';
import type { SortBy } from '../../../../shared/contract/media.ts';
import { captureDayHeading, captureDaysOf } from '../../../../shared/rules/timeline.ts';
import { messageOf } from '../../lib/call.ts';
import { Button } from '../../ui/button.tsx';
import { FrameDrawing, PrintsDrawing } from '../../ui/drawings.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Grid, type GridHandle, type GridSection } from './grid.tsx';
import { TilesSkeleton } from './gallery-skeleton.tsx';
import type { Box } from './layout/masonry.ts';
import type { Gallery } from './use-gallery-media.ts';

type GalleryGridProps = {
  gallery: Gallery;
  sortBy: SortBy;
  /** Whether the event holds media at all, whatever this order lists of it. */
  hasMedia: boolean;
  renderTile: (item: MediaView, box: Box) => ReactNode;
  ref?: Ref<GridHandle>;
};

/** The photos in the chosen order, or why there are none. */
export function GalleryGrid({ gallery, sortBy, hasMedia, renderTile, ref }: GalleryGridProps) {
  const { query, items } = gallery;
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const sections = useMemo(
    () => sectionsOf(items, { sortBy, hasMore: hasNextPage }),
    [items, sortBy, hasNextPage],
  );
  const onNearEnd = useCallback(() => void fetchNextPage(), [fetchNextPage]);

  if (query.isPending) return <TilesSkeleton />;
  if (query.isError && items.length === 0) {
    return (
      <EmptyState
        drawing={<FrameDrawing />}
        title="The photos did not come"
        text={messageOf(query.error, 'The network may be slow. What is there stays there.')}
        action={<Button onClick={() => void query.refetch()}>Try again</Button>}
      />
    );
  }
  if (items.length === 0 && sortBy === 'votes' && hasMedia) {
    return <EmptyState drawing={<PrintsDrawing />} title="No voted photos yet" />;
  }
  if (items.length === 0) {
    return (
      <EmptyState
        drawing={<PrintsDrawing />}
        title="No photos yet"
        text="Be the first to share memories from this event!"
      />
    );
  }
  return (
    <>
      <Grid
        ref={ref}
        label="Photos and videos"
        sections={sections}
        renderTile={renderTile}
        hasMore={hasNextPage && !isFetchingNextPage && !query.isFetchNextPageError}
        onNearEnd={onNearEnd}
      />
      {query.isFetchNextPageError && (
        <EmptyState
          title="The next photos did not come"
          action={<Button onClick={onNearEnd}>Try again</Button>}
        />
      )}
    </>
  );
}

/** One grid, or in the order of capture one for each day. */
function sectionsOf(
  items: readonly MediaView[],
  { sortBy, hasMore }: { sortBy: SortBy; hasMore: boolean },
): GridSection[] {
  if (sortBy !== 'capturedAt') return [{ key: sortBy, heading: null, items }];
  const days = captureDaysOf(items);
  return days.map(({ day, title, items }, index) => ({
    key: day,
    // The day that the loaded part ends in may go on.
    heading: captureDayHeading({ title, count: items.length, isOpen: hasMore && index === days.length - 1 }),
    items,
  }));
}
