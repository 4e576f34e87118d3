import { lazy, Suspense, useCallback, useEffect, useRef } from 'react';
import type { EventView, MediaView } from '../../../shared/contract/entities.ts';
import type { SortBy } from '../../../shared/contract/media.ts';
import { GalleryGrid } from '../features/gallery/gallery-grid.tsx';
import type { GridHandle, RenderTile } from '../features/gallery/grid.tsx';
import { loadTileOverlay, Tile } from '../features/gallery/tile.tsx';
import { type Gallery, useRenewal } from '../features/gallery/use-gallery-media.ts';
import { useShownMedia } from '../features/gallery/use-shown-media.ts';
import { warmFormats } from '../lib/formats.ts';
import { onceScrolled } from '../lib/once-scrolled.ts';
import { toast } from '../ui/toast-store.ts';
import { useItemActs, useLatest } from './gallery-item-acts.tsx';
import type { Viewer } from './gallery-viewer.ts';

const loadLightbox = () => import('./gallery-lightbox.tsx');
const GalleryLightbox = lazy(loadLightbox);

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
        warmFormats();
        loadTileOverlay().catch(() => {});
      }),
    [],
  );

  const opened = useRef(() => {});
  const open = async (item: MediaView, frame: HTMLElement) => {
    const { growInto } = await loadLightbox();
    growInto(frame, () => {
      shown.show(item);
      return new Promise((resolve) => {
        opened.current = resolve;
      });
    });
  };
  const openOrFail = (item: MediaView, frame: HTMLElement) => {
    open(item, frame).catch(() => toast({ title: 'The photo did not come' }, 'bad'));
  };
  const latest = useLatest({ open: openOrFail, renew });
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
      <Suspense>
        {shown.isOpen && (
          <GalleryLightbox
            {...{ event, viewer, gallery, sortBy, shown }}
            onOpened={() => opened.current()}
            onClosed={(index) => grid.current?.reveal(index)}
            slots={{ ...acts, renew }}
          />
        )}
      </Suspense>
      {deletion((item) => {
        if (shown.isOpen) return shown.showNeighbourOf(item);
        const at = gallery.items.findIndex(({ id }) => id === item.id);
        // What comes into its place.
        return () => grid.current?.reveal(at);
      })}
    </>
  );
}
