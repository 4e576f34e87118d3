import { type Ref, useCallback, useMemo } from 'react';
import type { SortBy } from '../../../../shared/contract/media.ts';
import { lazyWithRetry } from '../../lib/lazy-with-retry.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { TilesSkeleton } from './gallery-skeleton.tsx';
import { MasonryGrid, type GridHandle, type RenderTile } from './masonry-grid.tsx';
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
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  const sections = useMemo(() => [{ key: sortBy, heading: null, items }], [sortBy, items]);
  const onNearEnd = useCallback(() => void fetchNextPage(), [fetchNextPage]);

  if (query.isPending) return <TilesSkeleton />;
  const grid = {
    ref,
    label: 'Photos and videos',
    renderTile,
    hasMore: hasNextPage,
    onNearEnd: isFetchingNextPage || isFetchNextPageError ? undefined : onNearEnd,
  };
  return (
    <>
      {items.length > 0 && sortBy !== 'capturedAt' && <MasonryGrid {...grid} sections={sections} />}
      {items.length > 0 && sortBy === 'capturedAt' && <CaptureDaysGrid {...grid} items={items} />}
      {items.length === 0 && !query.isError && (
        <NoPhotos reason={sortBy === 'votes' && hasMedia ? 'not-voted' : 'none'} />
      )}
      {/* Part of the first screen: reporting a network failure must not need the network. */}
      {(isFetchNextPageError || (items.length === 0 && query.isError)) && (
        <LoadError what={items.length > 0 ? 'next photos' : 'photos'} onRetry={onNearEnd} />
      )}
    </>
  );
}
