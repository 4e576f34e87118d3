import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useRef, useState } from 'react';
import type { EventView, MediaView } from '../../../shared/contract/entities.ts';
import type { SortBy } from '../../../shared/contract/media.ts';
import { GalleryGrid } from '../features/gallery/gallery-grid.tsx';
import type { GridHandle } from '../features/gallery/grid.tsx';
import { mediaKey, sortOf } from '../features/gallery/queries.ts';
import { Tile } from '../features/gallery/tile.tsx';
import { type Gallery, useRenewal } from '../features/gallery/use-gallery-media.ts';
import { useShownMedia } from '../features/gallery/use-shown-media.ts';
import { useVotes } from '../features/voting/use-votes.ts';
import { VoteButton } from '../features/voting/vote-button.tsx';
import type { Viewer } from './gallery-viewer.ts';

const LocalPicture = lazy(() => import('../features/upload/local-picture.tsx'));
const GalleryLightbox = lazy(() => import('./gallery-lightbox.tsx'));
const DeleteMediaDialog = lazy(() => import('../features/gallery/delete-media-dialog.tsx'));

type GalleryPhotosProps = {
  event: EventView;
  viewer: Viewer;
  gallery: Gallery;
  sortBy: SortBy;
  hasMedia: boolean;
};

/** One's own file in the place of what is not prepared yet. */
const preview = (item: MediaView) =>
  item.isOwn && (
    <Suspense>
      <LocalPicture item={item} />
    </Suspense>
  );

/** The photos with all that can be done to each, and the one that is shown large. */
export function GalleryPhotos({ event, viewer, gallery, sortBy, hasMedia }: GalleryPhotosProps) {
  const client = useQueryClient();
  const grid = useRef<GridHandle>(null);
  const { change, refresh } = gallery;
  const shown = useShownMedia(gallery);
  const renew = useRenewal(refresh);
  const [deleting, setDeleting] = useState<MediaView>();
  const votes = useVotes({
    isSignedIn: viewer.user !== null,
    show: useCallback(
      (id, { count, hasVoted }) => change(id, (item) => ({ ...item, voteCount: count, hasVoted })),
      [change],
    ),
    // The ranking is read again when it is next looked at; nothing moves under a finger.
    onVoted: () =>
      void client.invalidateQueries({
        queryKey: mediaKey(event.id),
        predicate: ({ queryKey }) => sortOf(queryKey) === 'votes',
        refetchType: 'none',
      }),
  });

  const voteOn = (item: MediaView) => (
    <VoteButton
      item={item}
      mayVote={viewer.mayVote}
      onToggle={() => votes.toggle(item)}
      onNear={votes.prepare}
    />
  );
  const askDelete = (item: MediaView) => (viewer.isOwner ? () => setDeleting(item) : undefined);
  const takeOut = (item: MediaView) => {
    setDeleting(undefined);
    if (shown.isOpen) shown.showNeighbourOf(item);
    change(item.id, () => null);
  };
  return (
    <>
      <GalleryGrid
        ref={grid}
        gallery={gallery}
        sortBy={sortBy}
        hasMedia={hasMedia}
        renderTile={(item, { index, width }) => (
          <Tile
            item={item}
            position={index + 1}
            width={width}
            downloadHref={viewer.downloadHref(item.id)}
            preview={preview(item)}
            vote={voteOn(item)}
            onOpen={() => shown.show(item)}
            onDelete={askDelete(item)}
            onBroken={renew}
          />
        )}
      />
      <Suspense>
        {shown.isOpen && (
          <GalleryLightbox
            {...{ event, gallery, sortBy, shown }}
            onClosed={(index) => grid.current?.reveal(index)}
            slots={{ voteOn, askDelete, preview, downloadHref: viewer.downloadHref }}
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
