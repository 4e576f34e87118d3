import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import type { EventView, MediaView } from '../../../shared/contract/entities.ts';
import type { SortBy } from '../../../shared/contract/media.ts';
import type { useShownMedia } from '../features/gallery/use-shown-media.ts';
import { type SoughtIn, useSoughtMedia } from '../features/gallery/use-sought-media.ts';
import { LightboxActions } from '../features/lightbox/lightbox-actions.tsx';
import Lightbox from '../features/lightbox/lightbox.tsx';
import { WHO_MAY_VOTE } from '../features/voting/vote-button.tsx';
import type { ItemActs } from './gallery-item-acts.tsx';
import type { Viewer } from './gallery-viewer.ts';

export { growInto } from '../features/lightbox/grow-into.ts';

type GalleryLightboxProps = {
  event: EventView;
  viewer: Pick<Viewer, 'guest' | 'mayVote'>;
  gallery: SoughtIn;
  sortBy: SortBy;
  shown: ReturnType<typeof useShownMedia>;
  /** The large one stands in the page, not painted yet. */
  onOpened: () => void;
  /** The large one is closed; `index` was shown last. */
  onClosed: (index: number) => void;
  slots: ItemActs & {
    /** A picture was refused. */
    renew: () => void;
    /** A sentence below the item. */
    captionOf?: (item: MediaView) => ReactNode;
  };
};

/** The lightbox over an event's photos. */
export default function GalleryLightbox(props: GalleryLightboxProps) {
  const { event, gallery, sortBy, shown, slots } = props;
  const { items, query } = gallery;
  const { index } = shown;
  const item = useSoughtMedia(gallery, shown, { eventId: event.id, guest: props.viewer.guest });
  const total = sortBy === 'votes' ? event.votedCount : event.mediaCount;

  const { onOpened } = props;
  // Before it is painted, so that it is never seen where it grows to and then where it grows from.
  useLayoutEffect(onOpened, [onOpened]);

  const last = useRef({ index, onClosed: props.onClosed });
  useEffect(() => {
    last.current = { index, onClosed: props.onClosed };
  });
  useEffect(
    () => () => {
      const { index, onClosed } = last.current;
      if (index >= 0) onClosed(index);
    },
    [],
  );

  return (
    <Lightbox
      item={item}
      previous={items[index - 1]}
      next={index < 0 ? undefined : items[index + 1]}
      position={index + 1}
      count={query.hasNextPage ? Math.max(total, items.length) : items.length}
      actions={
        item && (
          <LightboxActions
            item={item}
            vote={slots.voteOn(item)}
            voteHint={props.viewer.mayVote ? undefined : WHO_MAY_VOTE}
            downloadHref={slots.downloadHref(item.id)}
            onDelete={slots.askDelete(item)}
          />
        )
      }
      caption={item && slots.captionOf?.(item)}
      preview={item && slots.preview(item)}
      onStep={shown.step}
      onBroken={slots.renew}
      onClose={shown.close}
    />
  );
}
