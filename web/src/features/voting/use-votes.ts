import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { MediaView } from '../../../../shared/contract/entities.ts';
import { toast } from '../../ui/toast-store.ts';
import type { VoteLedger, VoteState } from './vote-ledger.ts';

type VotesInput = {
  isSignedIn: boolean;
  /** Changes an item wherever it is shown. */
  show: (mediaId: string, state: VoteState) => void;
  /** Something was voted: rankings are out of date. */
  onVoted: () => void;
};

export type Votes = {
  /** Loads what voting needs, ahead of the press. */
  prepare: () => void;
  toggle: (item: MediaView) => void;
};

/** Votes on items. Their code comes when a finger or a pointer comes near a heart. */
export function useVotes({ isSignedIn, show, onVoted }: VotesInput): Votes {
  const client = useQueryClient();
  const ledgers = useRef(new Map<boolean, VoteLedger>());

  const load = async () => {
    const { createLedger } = await import('./browser-ledger.ts');
    const ledger = ledgers.current.get(isSignedIn) ?? createLedger(isSignedIn, show);
    ledgers.current.set(isSignedIn, ledger);
    return ledger;
  };
  const toggle = async (item: MediaView) => {
    const ledger = await load();
    await ledger.toggle(item.id, { count: item.voteCount, hasVoted: item.hasVoted });
    onVoted();
    // Exact: keys of single events begin with the list's key.
    await client.invalidateQueries({ queryKey: ['/api/events'], exact: true });
  };
  return {
    // Code that cannot be loaded is told of when it is needed.
    prepare: () => void load().catch(() => {}),
    toggle: (item) => {
      toggle(item).catch(() => toast({ title: 'Vote Failed', text: 'Failed to vote' }, 'bad'));
    },
  };
}
