import { useQueryClient } from '@tanstack/react-query';
import type { MediaView } from '../../../../shared/contract/entities.ts';
import { toast } from '../../ui/toast-store.ts';

type VotesInput = {
  /** The signed-in user; null for guests. */
  userId: string | null;
};

export type Votes = {
  /** Preloads the code. */
  prepare: () => void;
  toggle: (item: MediaView) => void;
};

const load = () => import('./toggle-vote.ts');

/** Voting on items, with its code loaded on demand. */
export function useVotes({ userId }: VotesInput): Votes {
  const client = useQueryClient();
  const toggle = async (item: MediaView) => {
    const { toggleVote } = await load();
    await toggleVote(item, { client, userId });
  };
  return {
    // A load failure is reported when voting.
    prepare: () => void load().catch(() => {}),
    toggle: (item) => {
      toggle(item).catch(() => toast({ title: 'Vote Failed', text: 'Failed to vote' }, 'bad'));
    },
  };
}
