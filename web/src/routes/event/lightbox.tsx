import { type ReactNode, useEffect, useLayoutEffect } from 'react';
import { Link, useLocation } from 'react-router-dom';
import type { EventView, MediaView } from '../../../../shared/contract/entities.ts';
import type { SortBy } from '../../../../shared/contract/media.ts';
import type { useLightboxRoute } from '../../features/gallery/use-lightbox-route.ts';
import { type LoadedMedia, useDeepLinkedMedia } from '../../features/gallery/use-deep-linked-media.ts';
import { LightboxActions } from '../../features/lightbox/lightbox-actions.tsx';
import Lightbox from '../../features/lightbox/lightbox.tsx';
import { uploaderIdOf, uploaderLabel } from '../../lib/uploader.ts';
import { useLatest } from '../../lib/use-latest.ts';
import { Button } from '../../ui/button.tsx';
import { VOTE_HINT } from '../../../../shared/first-screen-messages.ts';
import type { ItemActions } from './item-actions.tsx';
import { uploadsInPlaceOfItem } from './uploads-in-place-of-item.ts';
import type { Viewer } from '../../features/events/use-viewer.ts';

export { expandFromTile } from '../../features/lightbox/expand-from-tile.ts';

type EventLightboxProps = {
  event: EventView;
  viewer: Pick<Viewer, 'guest' | 'mayVote' | 'isOwner'>;
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
            sender={
              <Sender item={item} isOwner={props.viewer.isOwner} areNamesShown={event.showsFirstNames} />
            }
            voteHint={props.viewer.mayVote ? undefined : VOTE_HINT}
            downloadHref={slots.downloadHref(item.id)}
            eventName={event.name}
            onDelete={slots.askDelete(item)}
          />
        )
      }
      caption={
        query.isFetchNextPageError && !next ? <NextFailed query={query} /> : item && slots.captionOf?.(item)
      }
      preview={item && slots.preview(item)}
      downloadHref={item ? slots.downloadHref(item.id) : ''}
      onStep={route.step}
      onBroken={slots.renew}
      onClose={route.close}
    />
  );
}

type SenderProps = { item: MediaView; isOwner: boolean; areNamesShown: boolean };

/** Who sent the item, if the viewer may know; for the owner with the way to all that they sent. */
function Sender({ item, isOwner, areNamesShown }: SenderProps) {
  const { search, state } = useLocation() as { search: string; state: unknown };
  const id = uploaderIdOf(item);
  if (!isOwner && !item.uploaderName && !(areNamesShown && item.isOwn)) return null;
  const name = <bdi>{uploaderLabel(item)}</bdi>;
  if (!isOwner || item.isOwn || id === null) return <>by {name}</>;
  return (
    <>
      by{' '}
      <Link to={uploadsInPlaceOfItem(search, id)} replace state={state}>
        {name}
      </Link>
    </>
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
