import { type ReactNode, useCallback, useState } from 'react';
import type { MediaView } from '../../../../shared/contract/entities.ts';
import { PAUSED } from '../../../../shared/eligibility-messages.ts';
import { VOTE_HINT } from '../../../../shared/first-screen-messages.ts';
import { useVotes } from '../../features/votes/use-votes.ts';
import { VoteButton } from '../../features/votes/vote-button.tsx';
import { lazyWithRetry } from '../../lib/lazy-with-retry.tsx';
import { useLatest } from '../../lib/use-latest.ts';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { toast } from '../../ui/toast-store.ts';
import type { Viewer } from '../../features/events/use-viewer.ts';

const LocalPreview = lazyWithRetry(() => import('../../features/uploads/local-preview.tsx'));
const GuestNameDialog = lazyDialog(() => import('../../features/guests/guest-name-dialog.tsx'));
const DeleteMediaDialog = lazyDialog(() => import('../../features/gallery/delete-media-dialog.tsx'));

const VOTING_PAUSED = { title: 'Voting Paused', text: PAUSED };

type ItemActionsInput = { viewer: Viewer };

/** An item's controls, wherever it is shown. The functions are stable. */
export type ItemActions = {
  readonly voteOn: (item: MediaView) => ReactNode;
  /** Undefined if the viewer may not delete the item. */
  readonly askDelete: (item: MediaView) => (() => void) | undefined;
  readonly preview: (item: MediaView) => ReactNode;
  readonly downloadHref: (mediaId: string) => string;
};

/**
 * The actions on an event's items. `deletion` renders the confirmation dialog while an item is being deleted,
 * `registration` the one that a stranger gets who would like to vote.
 */
export function useItemActions({ viewer }: ItemActionsInput) {
  const votes = useLatest(useVotes({ userId: viewer.user?.id ?? null }));
  const [deleting, setDeleting] = useState<MediaView>();
  const [isAskingName, setAskingName] = useState(false);
  // Somebody signed in meanwhile, in another tab.
  if (isAskingName && viewer.user) setAskingName(false);
  const { isOwner, mayVote, isKeptOut, downloadHref } = viewer;
  const voteOn = useCallback(
    (item: MediaView) => (
      <VoteButton
        item={item}
        // Whoever is kept out may take back a vote of before.
        mayVote={mayVote || (isKeptOut && item.hasVoted)}
        hint={isKeptOut ? PAUSED : VOTE_HINT}
        onToggle={() => votes.current.toggle(item)}
        onExplain={() => (isKeptOut ? toast(VOTING_PAUSED) : setAskingName(true))}
        onNear={() => votes.current.prepare()}
      />
    ),
    [votes, mayVote, isKeptOut],
  );
  const askDelete = useCallback(
    (item: MediaView) => (isOwner ? () => setDeleting(item) : undefined),
    [isOwner],
  );
  /** @param onDeleted called before the item leaves the screen; may return a callback for after that */
  const deletion = (onDeleted: (item: MediaView) => (() => void) | void) =>
    deleting && (
      <DeleteMediaDialog
        item={deleting}
        onClose={() => setDeleting(undefined)}
        onDeleted={() => onDeleted(deleting)}
      />
    );
  const registration = isAskingName && (
    <GuestNameDialog
      title="Vote as Guest"
      description={`${VOTE_HINT}. A guest needs a name and no account.`}
      onClose={() => setAskingName(false)}
      onRegistered={() => setAskingName(false)}
    />
  );
  const actions: ItemActions = { voteOn, askDelete, preview, downloadHref };
  return { actions, deletion, registration };
}

/** The viewer's local file, while there are no renditions. */
const preview = (item: MediaView) => item.isOwn && <LocalPreview item={item} />;
