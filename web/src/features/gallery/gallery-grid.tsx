import { type Ref, useCallback, useMemo } from 'react';
import type { MediaView } from '../../../../shared/contract/entities.ts';
import type { SortBy } from '../../../../shared/contract/media.ts';
import { lazyWithRetry } from '../../lib/lazy-with-retry.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { TilesSkeleton } from './gallery-skeleton.tsx';
import { MasonryGrid, type GridHandle, type GridProps, type RenderTile } from './masonry-grid.tsx';
import type { Gallery } from './use-gallery-media.ts';

const loading = () => <TilesSkeleton />;
const CaptureDaysGrid = lazyWithRetry(() => import('./capture-days-grid.tsx'), {
  loading,
  failed: (_, retry) => <LoadError what="photos" {...retry} />,
});
const NoPhotos = lazyWithRetry(() => import('./no-photos.tsx'), { loading });

type GalleryGridProps = {
  gallery: Gallery;
  sortBy: SortBy;
  /** Whether the event has any media, even if this order lists none. */
  hasMedia: boolean;
  renderTile: RenderTile;
  ref?: Ref<GridHandle>;
};

/** The photos in the selected order, or why there are none. */
export function GalleryGrid({ gallery, sortBy, hasMedia, renderTile, ref }: GalleryGridProps) {
  const { query, items } = gallery;
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, isLoadingError, fetchNextPage } = query;
  const onNearEnd = useCallback(() => void fetchNextPage(), [fetchNextPage]);

  if (query.isPending) return <TilesSkeleton />;
  const hasItems = items.length > 0;
  return (
    <>
      {hasItems && (
        <OrderedGrid
          {...{ ref, sortBy, items, renderTile }}
          label="Photos and videos"
          hasMore={hasNextPage}
          onNearEnd={isFetchingNextPage || isFetchNextPageError ? undefined : onNearEnd}
        />
      )}
      {!hasItems && !query.isError && (
        <NoPhotos reason={sortBy === 'votes' && hasMedia ? 'not-voted' : 'none'} />
      )}
      {/* Part of the first screen: reporting a network failure must not need the network. */}
      {(isFetchNextPageError || isLoadingError || (!hasItems && query.isError)) && (
        <LoadError what={hasItems ? 'next photos' : 'photos'} onRetry={onNearEnd} />
      )}
    </>
  );
}

type OrderedGridProps = Omit<GridProps, 'sections'> & { sortBy: SortBy; items: readonly MediaView[] };

/** One grid, or by capture time one with a heading for each day. */
function OrderedGrid({ sortBy, items, ...grid }: OrderedGridProps) {
  const sections = useMemo(() => [{ key: sortBy, heading: null, items }], [sortBy, items]);
  return sortBy === 'capturedAt' ? (
    <CaptureDaysGrid {...grid} items={items} />
  ) : (
    <MasonryGrid {...grid} sections={sections} />
  );
}
