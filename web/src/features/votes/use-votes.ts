import { type QueryFilters, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { MediaView } from '../../../../shared/contract/entities.ts';
import { toast } from '../../ui/toast-store.ts';
import type { OptimisticVotes, VoteState } from './optimistic-votes.ts';

type VotesInput = {
  isSignedIn: boolean;
  /** Updates an item wherever it is shown. */
  show: (mediaId: string, state: VoteState) => void;
  /** The lists that are ordered by votes. */
  rankings: QueryFilters;
};

export type Votes = {
  /** Preloads the code. */
  prepare: () => void;
  toggle: (item: MediaView) => void;
};

const load = () => import('./toggle-vote.ts');

/** Voting, with its code loaded on demand. */
export function useVotes({ isSignedIn, show, rankings }: VotesInput): Votes {
  const client = useQueryClient();
  const votesBySession = useRef(new Map<boolean, OptimisticVotes>());

  const toggle = async (item: MediaView) => {
    const { createVotes, toggleVote } = await load();
    const votes = votesBySession.current.get(isSignedIn) ?? createVotes(isSignedIn, show);
    votesBySession.current.set(isSignedIn, votes);
    await toggleVote(item, { votes, client, rankings });
  };
  return {
    // A load failure is reported when voting.
    prepare: () => void load().catch(() => {}),
    toggle: (item) => {
      toggle(item).catch(() => toast({ title: 'Vote Failed', text: 'Failed to vote' }, 'bad'));
    },
  };
}
