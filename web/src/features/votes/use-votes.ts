import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { MediaView } from '../../../../shared/contract/entities.ts';
import { toast } from '../../ui/toast-store.ts';
import type { OptimisticVotes } from './optimistic-votes.ts';

type VotesInput = {
  eventId: string;
  /** The signed-in user; null for guests. */
  userId: string | null;
};

export type Votes = {
  /** Preloads the code. */
  prepare: () => void;
  toggle: (item: MediaView) => void;
};

const load = () => import('./toggle-vote.ts');

/** Voting on an event's items, with its code loaded on demand. */
export function useVotes({ eventId, userId }: VotesInput): Votes {
  const client = useQueryClient();
  const votesByUser = useRef(new Map<string | null, OptimisticVotes>());

  const toggle = async (item: MediaView) => {
    const { createVotes, toggleVote } = await load();
    const votes = votesByUser.current.get(userId) ?? createVotes(client, { eventId, userId });
    votesByUser.current.set(userId, votes);
    await toggleVote(item, { votes, client });
  };
  return {
    // A load failure is reported when voting.
    prepare: () => void load().catch(() => {}),
    toggle: (item) => {
      toggle(item).catch(() => toast({ title: 'Vote Failed', text: 'Failed to vote' }, 'bad'));
    },
  };
}
