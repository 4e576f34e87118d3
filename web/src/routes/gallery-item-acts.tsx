import { useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { MediaView } from '../../../shared/contract/entities.ts';
import { mediaKey, sortOf } from '../features/gallery/queries.ts';
import type { Gallery } from '../features/gallery/use-gallery-media.ts';
import { useVotes } from '../features/voting/use-votes.ts';
import { VoteButton } from '../features/voting/vote-button.tsx';
import type { Viewer } from './gallery-viewer.ts';

const LocalPicture = lazy(() => import('../features/upload/local-picture.tsx'));
const DeleteMediaDialog = lazy(() => import('../features/gallery/delete-media-dialog.tsx'));

type ItemActsInput = { eventId: string; viewer: Viewer; gallery: Gallery };

/** What belongs to an item wherever it is shown. The same as long as they do the same. */
export type ItemActs = {
  readonly voteOn: (item: MediaView) => ReactNode;
  /** Undefined for whoever may not delete it. */
  readonly askDelete: (item: MediaView) => (() => void) | undefined;
  readonly preview: (item: MediaView) => ReactNode;
  readonly downloadHref: (mediaId: string) => string;
};

/** What can be done to each of an event's items. `deletion` is the question that deleting asks. */
export function useItemActs({ eventId, viewer, gallery }: ItemActsInput) {
  const votes = useLatest(useGalleryVotes({ eventId, viewer, gallery }));
  const [deleting, setDeleting] = useState<MediaView>();
  const { isOwner, mayVote, downloadHref } = viewer;
  const voteOn = useCallback(
    (item: MediaView) => (
      <VoteButton
        item={item}
        mayVote={mayVote}
        onToggle={() => votes.current.toggle(item)}
        onNear={() => votes.current.prepare()}
      />
    ),
    [votes, mayVote],
  );
  const askDelete = useCallback(
    (item: MediaView) => (isOwner ? () => setDeleting(item) : undefined),
    [isOwner],
  );
  /** @param onDeleted hears of an item that is gone, before it is taken out of what is shown */
  const deletion = (onDeleted: (item: MediaView) => void) =>
    deleting && (
      <Suspense>
        <DeleteMediaDialog
          item={deleting}
          onClose={() => setDeleting(undefined)}
          onDeleted={() => {
            setDeleting(undefined);
            onDeleted(deleting);
            gallery.change(deleting.id, () => null);
          }}
        />
      </Suspense>
    );
  const acts: ItemActs = { voteOn, askDelete, preview, downloadHref };
  return { acts, deletion };
}

/** One's own file in the place of what is not prepared yet. */
const preview = (item: MediaView) =>
  item.isOwn && (
    <Suspense>
      <LocalPicture item={item} />
    </Suspense>
  );

function useGalleryVotes({ eventId, viewer, gallery }: ItemActsInput) {
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
export function useLatest<T>(value: T): { readonly current: T } {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}
