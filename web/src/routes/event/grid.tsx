import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { EventView } from '../../../../shared/contract/entities.ts';
import type { SortBy } from '../../../../shared/contract/media.ts';
import { withParameter } from '../../lib/with-parameter.ts';
import { GalleryGrid } from '../../features/gallery/gallery-grid.tsx';
import type { GridHandle, RenderTile } from '../../features/gallery/masonry-grid.tsx';
import { Tile } from '../../features/gallery/tile.tsx';
import { type Gallery, useRenewSignedUrls } from '../../features/gallery/use-gallery-media.ts';
import { useLightboxRoute } from '../../features/gallery/use-lightbox-route.ts';
import { useLatest } from '../../lib/use-latest.ts';
import { asRegion } from '../../ui/region-boundary.tsx';
import { useItemActions } from './item-actions.tsx';
import type { Viewer } from '../../features/events/use-viewer.ts';
import styles from './gallery.module.css';
import { LazyLightbox, useOpenLightbox } from './lazy-lightbox.tsx';
import { EventSelection } from './lazy-parts.tsx';
import type { Selecting } from './selection.tsx';

/** The query parameter of the item in the lightbox. */
const PARAMETER = 'media';

type EventGridProps = {
  event: EventView;
  viewer: Viewer;
  gallery: Gallery;
  sortBy: SortBy;
  hasMedia: boolean;
};

/** The grid of photos with their actions, and the lightbox. */
export const EventGrid = asRegion(Grid, { region: 'gallery', resetKeys: ({ sortBy }) => [sortBy] });

function Grid({ event, viewer, gallery, sortBy, hasMedia }: EventGridProps) {
  const grid = useRef<GridHandle>(null);
  const route = useLightboxRoute(gallery, PARAMETER);
  const { actions, deletion, registration } = useItemActions({ viewer });
  const renew = useRenewSignedUrls(gallery.refresh);
  const [selecting, setSelecting] = useSelecting();
  const { open, onOpened } = useOpenLightbox(route);
  const latest = useLatest({ open, renew });
  const { voteOn, askDelete, preview, downloadHref } = actions;
  // The same whichever item is in the lightbox, as the tiles' links are.
  const around = String(withParameter(useLocation().search, PARAMETER, null));
  const renderTile: RenderTile = useCallback(
    (item, { index, width }) => (
      <Tile
        item={item}
        position={index + 1}
        width={width}
        href={`?${withParameter(around, PARAMETER, item.id)}`}
        downloadHref={downloadHref(item.id)}
        preview={preview(item)}
        vote={voteOn(item)}
        cover={typeof selecting === 'object' && selecting.cover(item, index)}
        onOpen={(frame) => latest.current.open(item, frame)}
        onDelete={askDelete(item)}
        onBroken={() => latest.current.renew()}
      />
    ),
    [latest, around, downloadHref, preview, voteOn, askDelete, selecting],
  );
  return (
    <>
      <button
        type="button"
        className={styles.select}
        aria-pressed={!!selecting}
        onClick={() => setSelecting(!selecting)}
      >
        Select
      </button>
      {selecting !== undefined && (
        <EventSelection {...{ event, viewer, gallery, selecting }} onChange={setSelecting} />
      )}
      <GalleryGrid ref={grid} {...{ gallery, sortBy, hasMedia, renderTile }} />
      {route.isOpen && (
        <LazyLightbox
          {...{ event, viewer, gallery, sortBy, route, onOpened }}
          onClosed={(index) => grid.current?.reveal(index)}
          slots={{ ...actions, renew }}
        />
      )}
      {registration}
      {deletion((item) => {
        if (route.isOpen) return route.showNeighbourOf(item);
        const index = gallery.items.findIndex(({ id }) => id === item.id);
        // The item that takes its place.
        return () => grid.current?.reveal(index);
      })}
    </>
  );
}

/** Undefined until somebody points or scrolls: what can be done with several tiles is loaded only then. */
function useSelecting() {
  const state = useState<Selecting>();
  const [, set] = state;
  useEffect(() => {
    const begin = () => set((last) => last ?? false);
    addEventListener('pointerover', begin, { once: true });
    addEventListener('scroll', begin, { once: true });
  }, [set]);
  return state;
}
