import type { QueryClient } from '@tanstack/react-query';
import type { MediaView } from '../../../../shared/contract/entities.ts';
import { NOBODY } from '../../../../shared/contract/expected-user.ts';
import { messages, toastFor, toasts } from '../../../../shared/messages.ts';
import { voteChanged, type VoteState, voteSettled } from '../../changes/vote-changes.ts';
import { mediaRemoved } from '../../changes/media-changes.ts';
import { placeMayBeChanged } from '../../changes/refusal-changes.ts';
import { type Viewing, viewingOf } from '../../changes/viewing.ts';
import { call, CallError, messageOf, statusOf } from '../../lib/call.ts';
import { guestFields, readGuest } from '../../lib/guest-credentials.ts';
import { type GuestFields, queryKeys } from '../../lib/query-keys.ts';
import { toastFailure } from '../../ui/toast-failure.ts';
import { OptimisticVotes } from './optimistic-votes.ts';

const isAlreadyVoted = (error: unknown) =>
  error instanceof CallError && error.message.includes(messages.alreadyVoted);

type VotesInput = { eventId: string; userId: string | null };

const votesByViewing = new WeakMap<Viewing, Map<string, OptimisticVotes>>();

/** One for all screens, so that an item's calls run one at a time. */
function votesOf(viewing: Viewing, input: VotesInput): OptimisticVotes {
  const own = votesByViewing.get(viewing) ?? new Map<string, OptimisticVotes>();
  votesByViewing.set(viewing, own);
  const key = `${input.eventId} ${input.userId}`;
  const votes = own.get(key) ?? createVotes(viewing, input);
  own.set(key, votes);
  return votes;
}

/** Votes on an event's items as the given user, whoever is signed in by the time of a call, else as this browser's guest. */
function createVotes(viewing: Viewing, { eventId, userId }: VotesInput): OptimisticVotes {
  const guest = () => (userId === null ? guestFields(readGuest()) : {});
  const as = userId ?? NOBODY;
  /** Somebody has deleted it since. */
  const noteGone = (id: string) => (error: unknown) => {
    if (statusOf(error) === 404) mediaRemoved(viewing, { id, eventId });
    throw error;
  };
  return new OptimisticVotes({
    cast: (mediaId) =>
      call('POST /api/media/{mediaId}/vote', { params: { mediaId }, body: guest(), as }).catch(
        noteGone(mediaId),
      ),
    withdraw: (mediaId) =>
      call('DELETE /api/media/{mediaId}/vote', { params: { mediaId }, query: guest(), as }).catch(
        noteGone(mediaId),
      ),
    read: (mediaId) => readVotes(mediaId, { guest: guest(), as }),
    show: (mediaId, state, isPending) => voteChanged(viewing, { eventId, mediaId, state, isPending }),
    failed: (action, error) => {
      if (error instanceof CallError) placeMayBeChanged(viewing.client, eventId, error.code);
      toastFailure(error, failureText(action, error));
    },
    isOutdated: isAlreadyVoted,
  });
}

type VoteInput = { client: QueryClient; userId: string | null };

/** Casts or withdraws a vote. */
export async function toggleVote(
  { id, eventId, voteCount, hasVoted }: MediaView,
  { client, userId }: VoteInput,
): Promise<void> {
  const votes = votesOf(viewingOf(client), { eventId, userId });
  const ranking = { queryKey: queryKeys.galleryOrder(eventId, 'votes'), type: 'active' } as const;
  const isRankingShown = client.getQueryCache().findAll(ranking).length > 0;
  await votes.toggle(id, { count: voteCount, hasVoted });
  voteSettled(client, { eventId, isRankingShown });
}

type ReadVotesInput = { guest: GuestFields; as: string };

async function readVotes(mediaId: string, { guest, as }: ReadVotesInput): Promise<VoteState> {
  try {
    return await call('GET /api/media/{mediaId}/votes', { params: { mediaId }, query: guest, as });
  } catch (cause) {
    throw new Error('Failed to fetch votes', { cause });
  }
}

function failureText(action: 'cast' | 'withdraw', error: unknown) {
  if (action === 'withdraw') return toasts.unvoteFailed;
  return isAlreadyVoted(error)
    ? toasts.alreadyVoted
    : toastFor.voteFailed(messageOf(error, 'Failed to vote'));
}
