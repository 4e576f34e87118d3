import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { EventView, MediaView } from '../../../shared/contract/entities.ts';
import type { SortBy } from '../../../shared/contract/media.ts';
import { GalleryGrid } from '../features/gallery/gallery-grid.tsx';
import type { GridHandle, RenderTile } from '../features/gallery/grid.tsx';
import { mediaKey, sortOf } from '../features/gallery/queries.ts';
import { Tile } from '../features/gallery/tile.tsx';
import { type Gallery, useRenewal } from '../features/gallery/use-gallery-media.ts';
import { useShownMedia } from '../features/gallery/use-shown-media.ts';
import { useVotes } from '../features/voting/use-votes.ts';
import { VoteButton } from '../features/voting/vote-button.tsx';
import type { Viewer } from './gallery-viewer.ts';

const LocalPicture = lazy(() => import('../features/upload/local-picture.tsx'));
const loadLightbox = () => import('./gallery-lightbox.tsx');
const GalleryLightbox = lazy(loadLightbox);
const DeleteMediaDialog = lazy(() => import('../features/gallery/delete-media-dialog.tsx'));

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
  const shown = useShownMedia(gallery);
  const votes = useGalleryVotes({ eventId: event.id, viewer, gallery });
  const renew = useRenewal(gallery.refresh);
  const [deleting, setDeleting] = useState<MediaView>();

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
  // Code that does not come is told of by the page that asks for it.
  const openOrFail = (item: MediaView, frame: HTMLElement) => {
    open(item, frame).catch(() => shown.show(item));
  };
  const acts = useLatest({ open: openOrFail, vote: votes.toggle, prepare: votes.prepare, renew });
  const { isOwner, mayVote, downloadHref } = viewer;
  const voteOn = useCallback(
    (item: MediaView) => (
      <VoteButton
        item={item}
        mayVote={mayVote}
        onToggle={() => acts.current.vote(item)}
        onNear={() => acts.current.prepare()}
      />
    ),
    [acts, mayVote],
  );
  const askDelete = useCallback(
    (item: MediaView) => (isOwner ? () => setDeleting(item) : undefined),
    [isOwner],
  );
  const renderTile: RenderTile = useCallback(
    (item, { index, width }) => (
      <Tile
        item={item}
        position={index + 1}
        width={width}
        downloadHref={downloadHref(item.id)}
        preview={preview(item)}
        vote={voteOn(item)}
        onOpen={(frame) => acts.current.open(item, frame)}
        onDelete={askDelete(item)}
        onBroken={() => acts.current.renew()}
      />
    ),
    [acts, downloadHref, voteOn, askDelete],
  );
  const takeOut = (item: MediaView) => {
    setDeleting(undefined);
    if (shown.isOpen) shown.showNeighbourOf(item);
    gallery.change(item.id, () => null);
  };
  return (
    <>
      <GalleryGrid ref={grid} {...{ gallery, sortBy, hasMedia, renderTile }} />
      <Suspense>
        {shown.isOpen && (
          <GalleryLightbox
            {...{ event, gallery, sortBy, shown }}
            onOpened={() => opened.current()}
            onClosed={(index) => grid.current?.reveal(index)}
            slots={{ voteOn, askDelete, preview, downloadHref, renew }}
          />
        )}
        {deleting && (
          <DeleteMediaDialog
            item={deleting}
            onClose={() => setDeleting(undefined)}
            onDeleted={() => takeOut(deleting)}
          />
        )}
      </Suspense>
    </>
  );
}

/** One's own file in the place of what is not prepared yet. */
const preview = (item: MediaView) =>
  item.isOwn && (
    <Suspense>
      <LocalPicture item={item} />
    </Suspense>
  );

type GalleryVotesInput = { eventId: string; viewer: Viewer; gallery: Gallery };

function useGalleryVotes({ eventId, viewer, gallery }: GalleryVotesInput) {
  const client = useQueryClient();
  const { change } = gallery;
  return useVotes({
    isSignedIn: viewer.user !== null,
    show: useCallback(
      (id, { count, hasVoted }) => change(id, (item) => ({ ...item, voteCount: count, hasVoted })),
      [change],
    ),
    // The ranking is read again when it is next looked at; nothing moves under a finger.
    onVoted: () =>
      void client.invalidateQueries({
        queryKey: mediaKey(eventId),
        predicate: ({ queryKey }) => sortOf(queryKey) === 'votes',
        refetchType: 'none',
      }),
  });
}

/** What changes with every render, behind what never does: tiles that stand still are not rendered again. */
function useLatest<T>(value: T): { readonly current: T } {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}
