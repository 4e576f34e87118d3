import type { QueryClient, QueryFilters } from '@tanstack/react-query';
import type { MediaView } from '../../../../shared/contract/entities.ts';
import { messages, toastFor, toasts } from '../../../../shared/messages.ts';
import { call, CallError, messageOf } from '../../lib/call.ts';
import { guestFields, readGuest } from '../../lib/guest-credentials.ts';
import { toast } from '../../ui/toast-store.ts';
import { OptimisticVotes, type VotePorts, type VoteState } from './optimistic-votes.ts';

const isAlreadyVoted = (error: unknown) =>
  error instanceof CallError && error.message.includes(messages.alreadyVoted);

/** Votes as the signed-in user, else as this browser's guest. */
export function createVotes(isSignedIn: boolean, show: VotePorts['show']): OptimisticVotes {
  const guest = () => (isSignedIn ? {} : guestFields(readGuest()));
  return new OptimisticVotes({
    cast: (mediaId) => call('POST /api/media/{mediaId}/vote', { params: { mediaId }, body: guest() }),
    withdraw: (mediaId) => call('DELETE /api/media/{mediaId}/vote', { params: { mediaId }, query: guest() }),
    read: (mediaId) => readVotes(mediaId, guest()),
    show,
    failed: (action, error) => toast(failureText(action, error), 'bad'),
    isOutdated: isAlreadyVoted,
  });
}

type VoteInput = { votes: OptimisticVotes; client: QueryClient; rankings: QueryFilters };

/**
 * Casts or withdraws a vote. A ranking on the screen does not move under the finger and is refetched when next shown;
 * one that was opened while the vote was in progress lacks it and is refetched at once.
 */
export async function toggleVote(
  { id, voteCount, hasVoted }: MediaView,
  { votes, client, rankings }: VoteInput,
): Promise<void> {
  const isRankingVisible = client.getQueryCache().findAll({ ...rankings, type: 'active' }).length > 0;
  await votes.toggle(id, { count: voteCount, hasVoted });
  void client.invalidateQueries({ ...rankings, refetchType: isRankingVisible ? 'none' : 'active' });
  // Exact, because the keys of single events start with the list's key.
  await client.invalidateQueries({ queryKey: ['/api/events'], exact: true });
}

async function readVotes(mediaId: string, guest: { guestId?: string; token?: string }): Promise<VoteState> {
  try {
    return await call('GET /api/media/{mediaId}/votes', { params: { mediaId }, query: guest });
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
