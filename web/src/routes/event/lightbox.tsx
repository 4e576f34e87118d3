import { type ReactNode, useEffect, useLayoutEffect } from 'react';
import type { EventView, MediaView } from '../../../../shared/contract/entities.ts';
import type { SortBy } from '../../../../shared/contract/media.ts';
import type { useLightboxRoute } from '../../features/gallery/use-lightbox-route.ts';
import { type LoadedMedia, useDeepLinkedMedia } from '../../features/gallery/use-deep-linked-media.ts';
import { LightboxActions } from '../../features/lightbox/lightbox-actions.tsx';
import Lightbox from '../../features/lightbox/lightbox.tsx';
import { useLatest } from '../../lib/use-latest.ts';
import { Button } from '../../ui/button.tsx';
import { VOTE_HINT } from '../../../../shared/first-screen-messages.ts';
import type { ItemActions } from './item-actions.tsx';
import type { Viewer } from '../../features/events/use-viewer.ts';

export { expandFromTile } from '../../features/lightbox/expand-from-tile.ts';

type EventLightboxProps = {
  event: EventView;
  viewer: Pick<Viewer, 'guest' | 'mayVote'>;
  gallery: LoadedMedia;
  sortBy: SortBy;
  route: ReturnType<typeof useLightboxRoute>;
  /** The lightbox is in the DOM, but not painted yet. */
  onOpened: () => void;
  /** @param index the item that was shown last */
  onClosed: (index: number) => void;
  slots: ItemActions & {
    /** Called when a picture fails to load. */
    renew: () => void;
    captionOf?: (item: MediaView) => ReactNode;
  };
};

/** The lightbox over an event's photos. */
export default function EventLightbox(props: EventLightboxProps) {
  const { event, gallery, sortBy, route, slots } = props;
  const { items, query } = gallery;
  const { index } = route;
  const item = useDeepLinkedMedia(gallery, route, { eventId: event.id, guest: props.viewer.guest });
  const total = sortBy === 'votes' ? event.votedCount : event.mediaCount;

  const { onOpened } = props;
  // Before the first paint, or it would flash at its final position before the animation starts.
  useLayoutEffect(onOpened, [onOpened]);

  const latest = useLatest({ index, onClosed: props.onClosed });
  useEffect(
    () => () => {
      const { index, onClosed } = latest.current;
      if (index >= 0) onClosed(index);
    },
    [latest],
  );
  const next = index < 0 ? undefined : items[index + 1];

  return (
    <Lightbox
      item={item}
      previous={items[index - 1]}
      next={next}
      position={index + 1}
      count={query.hasNextPage ? Math.max(total, items.length) : items.length}
      actions={
        item && (
          <LightboxActions
            item={item}
            vote={slots.voteOn(item)}
            voteHint={props.viewer.mayVote ? undefined : VOTE_HINT}
            downloadHref={slots.downloadHref(item.id)}
            onDelete={slots.askDelete(item)}
          />
        )
      }
      caption={
        query.isFetchNextPageError && !next ? <NextFailed query={query} /> : item && slots.captionOf?.(item)
      }
      preview={item && slots.preview(item)}
      onStep={route.step}
      onBroken={slots.renew}
      onClose={route.close}
    />
  );
}

/** At the end of the loaded photos: says that no more came, with a retry button. */
function NextFailed({ query }: Pick<LoadedMedia, 'query'>) {
  return (
    <>
      <span role="alert">The next photos did not come.</span>{' '}
      <Button pending={query.isFetching} onClick={() => void query.fetchNextPage()}>
        Try again
      </Button>
    </>
  );
}
