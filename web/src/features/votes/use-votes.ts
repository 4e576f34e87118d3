import { type QueryFilters, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { MediaView } from '../../../../shared/contract/entities.ts';
import { toast } from '../../ui/toast-store.ts';
import type { OptimisticVotes, VoteState } from './optimistic-votes.ts';

type VotesInput = {
  isSignedIn: boolean;
  /** Changes an item wherever it is shown. */
  show: (mediaId: string, state: VoteState) => void;
  /** The lists whose order votes make. */
  rankings: QueryFilters;
};

export type Votes = {
  /** Loads what voting needs, ahead of the press. */
  prepare: () => void;
  toggle: (item: MediaView) => void;
};

const load = () => import('./toggle-vote.ts');

/** Votes on items. Their code comes when a finger or a pointer comes near a heart. */
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
    // Code that cannot be loaded is told of when it is needed.
    prepare: () => void load().catch(() => {}),
    toggle: (item) => {
      toggle(item).catch(() => toast({ title: 'Vote Failed', text: 'Failed to vote' }, 'bad'));
    },
  };
}
