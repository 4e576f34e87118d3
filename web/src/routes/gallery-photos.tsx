import { useCallback, useEffect, useRef } from 'react';
import type { EventView } from '../../../shared/contract/entities.ts';
import type { SortBy } from '../../../shared/contract/media.ts';
import { GalleryGrid } from '../features/gallery/gallery-grid.tsx';
import type { GridHandle, RenderTile } from '../features/gallery/grid.tsx';
import { loadTileOverlay, Tile } from '../features/gallery/tile.tsx';
import { type Gallery, useRenewal } from '../features/gallery/use-gallery-media.ts';
import { useShownMedia } from '../features/gallery/use-shown-media.ts';
import { onceScrolled } from '../lib/once-scrolled.ts';
import { useItemActs, useLatest } from './gallery-item-acts.tsx';
import type { Viewer } from './gallery-viewer.ts';
import { LargeView, useOpening } from './large-view.tsx';

type GalleryPhotosProps = {
  event: EventView;
  viewer: Viewer;
  gallery: Gallery;
  sortBy: SortBy;
  hasMedia: boolean;
};

/** The photos with all that can be done to each, and the one that is shown large. */
export function GalleryPhotos({ event, viewer, gallery, sortBy, hasMedia }: GalleryPhotosProps) {
  const grid = useRef<GridHandle>(null);
  const shown = useShownMedia(gallery, 'media');
  const { acts, deletion } = useItemActs({ eventId: event.id, viewer, gallery });
  const renew = useRenewal(gallery.refresh);
  useEffect(
    () =>
      onceScrolled(() => {
        loadTileOverlay().then(
          ({ warmFormats }) => warmFormats(),
          () => {},
        );
      }),
    [],
  );

  const { open, onOpened } = useOpening(shown);
  const latest = useLatest({ open, renew });
  const { voteOn, askDelete, preview, downloadHref } = acts;
  const renderTile: RenderTile = useCallback(
    (item, { index, width }) => (
      <Tile
        item={item}
        position={index + 1}
        width={width}
        downloadHref={downloadHref(item.id)}
        preview={preview(item)}
        vote={voteOn(item)}
        onOpen={(frame) => latest.current.open(item, frame)}
        onDelete={askDelete(item)}
        onBroken={() => latest.current.renew()}
      />
    ),
    [latest, downloadHref, preview, voteOn, askDelete],
  );
  return (
    <>
      <GalleryGrid ref={grid} {...{ gallery, sortBy, hasMedia, renderTile }} />
      {shown.isOpen && (
        <LargeView
          {...{ event, viewer, gallery, sortBy, shown, onOpened }}
          onClosed={(index) => grid.current?.reveal(index)}
          slots={{ ...acts, renew }}
        />
      )}
      {deletion((item) => {
        if (shown.isOpen) return shown.showNeighbourOf(item);
        const at = gallery.items.findIndex(({ id }) => id === item.id);
        // What comes into its place.
        return () => grid.current?.reveal(at);
      })}
    </>
  );
}
