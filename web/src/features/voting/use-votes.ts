import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { MediaView } from '../../../../shared/contract/entities.ts';
import { messages, toastFor, toasts } from '../../../../shared/messages.ts';
import { call, CallError, messageOf } from '../../lib/call.ts';
import { guestFields, readGuest } from '../../lib/guest-credentials.ts';
import { toast } from '../../ui/toast-store.ts';
import { VoteLedger, type VoteState } from './vote-ledger.ts';

type VotesInput = {
  isSignedIn: boolean;
  /** Changes an item wherever it is shown. */
  show: (mediaId: string, state: VoteState) => void;
  /** Something was voted: rankings are out of date. */
  onVoted: () => void;
};

const isAlreadyVoted = (error: unknown) =>
  error instanceof CallError && error.message.includes(messages.alreadyVoted);

/** Votes as the signed-in person, or else as this browser's guest. Answers what toggles one item's vote. */
export function useVotes({ isSignedIn, show, onVoted }: VotesInput): (item: MediaView) => void {
  const client = useQueryClient();
  const ledger = useMemo(() => {
    const guest = () => (isSignedIn ? {} : guestFields(readGuest()));
    return new VoteLedger({
      cast: (mediaId) => call('POST /api/media/{mediaId}/vote', { params: { mediaId }, body: guest() }),
      withdraw: (mediaId) =>
        call('DELETE /api/media/{mediaId}/vote', { params: { mediaId }, query: guest() }),
      read: (mediaId) => readVotes(mediaId, guest()),
      show,
      failed: (act, error) => toast(failureText(act, error), 'bad'),
      isOutdated: isAlreadyVoted,
    });
  }, [isSignedIn, show]);

  return (item) => {
    void ledger.toggle(item.id, { count: item.voteCount, hasVoted: item.hasVoted }).then(() => {
      onVoted();
      // Exact: keys of single events begin with the list's key.
      return client.invalidateQueries({ queryKey: ['/api/events'], exact: true });
    });
  };
}

async function readVotes(mediaId: string, guest: { guestId?: string; token?: string }): Promise<VoteState> {
  try {
    return await call('GET /api/media/{mediaId}/votes', { params: { mediaId }, query: guest });
  } catch (cause) {
    throw new Error('Failed to fetch votes', { cause });
  }
}

function failureText(act: 'cast' | 'withdraw', error: unknown) {
  if (act === 'withdraw') return toasts.unvoteFailed;
  return isAlreadyVoted(error)
    ? toasts.alreadyVoted
    : toastFor.voteFailed(messageOf(error, 'Failed to vote'));
}
