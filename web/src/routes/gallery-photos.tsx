import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useRef, useState } from 'react';
import type { EventView, MediaView } from '../../../shared/contract/entities.ts';
import type { SortBy } from '../../../shared/contract/media.ts';
import { GalleryGrid } from '../features/gallery/gallery-grid.tsx';
import type { GridHandle } from '../features/gallery/grid.tsx';
import { mediaKey } from '../features/gallery/queries.ts';
import { Tile } from '../features/gallery/tile.tsx';
import { useDeleteMedia } from '../features/gallery/use-delete-media.ts';
import { type Gallery, useFreshUploads, useRenewal } from '../features/gallery/use-gallery-media.ts';
import { useShownMedia } from '../features/gallery/use-shown-media.ts';
import { forgetPreview } from '../features/upload/local-previews.ts';
import { LocalPicture } from '../features/upload/local-picture.tsx';
import { useVotes } from '../features/voting/use-votes.ts';
import { VoteButton } from '../features/voting/vote-button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import type { Viewer } from './gallery-viewer.ts';

const GalleryLightbox = lazy(() => import('./gallery-lightbox.tsx'));

type GalleryPhotosProps = {
  event: EventView;
  viewer: Viewer;
  gallery: Gallery;
  sortBy: SortBy;
  hasMedia: boolean;
};

const preview = (item: MediaView) => (item.isOwn ? <LocalPicture item={item} /> : null);

/** The photos with all that can be done to each, and the one that is shown large. */
export function GalleryPhotos({ event, viewer, gallery, sortBy, hasMedia }: GalleryPhotosProps) {
  const client = useQueryClient();
  const grid = useRef<GridHandle>(null);
  const { change, refresh } = gallery;
  const shown = useShownMedia(gallery);
  const renew = useRenewal(refresh);
  useFreshUploads(gallery.items, refresh);
  const toggleVote = useVotes({
    isSignedIn: viewer.user !== null,
    show: useCallback(
      (id, { count, hasVoted }) => change(id, (item) => ({ ...item, voteCount: count, hasVoted })),
      [change],
    ),
    // The ranking is read again when it is next looked at; nothing moves under a finger.
    onVoted: () =>
      void client.invalidateQueries({
        queryKey: mediaKey(event.id),
        refetchType: 'none',
        predicate: ({ queryKey }) => JSON.stringify(queryKey.at(-1)).includes('"votes"'),
      }),
  });

  const showAfter = (id: string) => {
    const at = gallery.items.findIndex((item) => item.id === id);
    const neighbour = gallery.items[at + 1] ?? gallery.items[at - 1];
    if (neighbour) shown.show(neighbour);
    else shown.close();
  };

  const [deleting, setDeleting] = useState<MediaView>();
  const { mutate: remove, isPending } = useDeleteMedia(event.id, (id) => {
    setDeleting(undefined);
    if (shown.isOpen) showAfter(id);
    change(id, () => null);
  });
  const voteOn = (item: MediaView) => (
    <VoteButton item={item} mayVote={viewer.mayVote} onToggle={() => toggleVote(item)} />
  );
  const askDelete = (item: MediaView) => (viewer.isOwner ? () => setDeleting(item) : undefined);
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
            onShown={() => forgetPreview(item.id)}
          />
        )}
      />
      {shown.isOpen && (
        <Suspense>
          <GalleryLightbox
            event={event}
            gallery={gallery}
            sortBy={sortBy}
            shown={shown}
            onClosed={(index) => grid.current?.reveal(index)}
            slots={{ voteOn, askDelete, preview, downloadHref: viewer.downloadHref }}
          />
        </Suspense>
      )}
      {deleting && (
        <ConfirmDialog
          title="Delete Media"
          text="Are you sure you want to delete this media file? This action cannot be undone."
          confirm="Delete"
          confirming="Deleting..."
          isPending={isPending}
          onConfirm={() => remove(deleting.id)}
          onClose={() => setDeleting(undefined)}
        />
      )}
    </>
  );
}
