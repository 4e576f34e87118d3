import { messages, toastFor, toasts } from '../../../../shared/messages.ts';
import { call, CallError, messageOf } from '../../lib/call.ts';
import { guestFields, readGuest } from '../../lib/guest-credentials.ts';
import { toast } from '../../ui/toast-store.ts';
import { VoteLedger, type VotePorts, type VoteState } from './vote-ledger.ts';

const isAlreadyVoted = (error: unknown) =>
  error instanceof CallError && error.message.includes(messages.alreadyVoted);

/** Votes as the signed-in person, or else as this browser's guest. */
export function createLedger(isSignedIn: boolean, show: VotePorts['show']): VoteLedger {
  const guest = () => (isSignedIn ? {} : guestFields(readGuest()));
  return new VoteLedger({
    cast: (mediaId) => call('POST /api/media/{mediaId}/vote', { params: { mediaId }, body: guest() }),
    withdraw: (mediaId) => call('DELETE /api/media/{mediaId}/vote', { params: { mediaId }, query: guest() }),
    read: (mediaId) => readVotes(mediaId, guest()),
    show,
    failed: (act, error) => toast(failureText(act, error), 'bad'),
    isOutdated: isAlreadyVoted,
  });
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
