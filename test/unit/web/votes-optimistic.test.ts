import { describe, expect, it } from 'vitest';
import {
  OptimisticVotes,
  type VotePorts,
  type VoteState,
} from '../../../web/src/features/votes/optimistic-votes.ts';

/** Runs this many microtasks. */
const turns = async (count: number) => {
  for (let turn = 0; turn < count; turn += 1) await Promise.resolve();
};

const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Optimistic votes with a server that responds on request. */
function ledgerWith(server: VoteState) {
  const shown: VoteState[] = [];
  const calls: string[] = [];
  const failures: string[] = [];
  const waiting: { resolve: () => void; reject: (error: Error) => void }[] = [];
  let truth = server;
  let isTold = true;
  const act = (name: string, change: (state: VoteState) => VoteState) => async () => {
    calls.push(name);
    await new Promise<void>((resolve, reject) => waiting.push({ resolve, reject }));
    truth = change(truth);
    return truth;
  };
  const ports: VotePorts = {
    cast: act('cast', ({ count }) => ({ count: count + 1, hasVoted: true })),
    withdraw: act('withdraw', ({ count }) => ({ count: count - 1, hasVoted: false })),
    read: async () => {
      await turns(10);
      if (!isTold) throw new Error('Failed to fetch votes');
      return truth;
    },
    show: (_, state) => shown.push(state),
    failed: (name, error) => failures.push(`${name} ${(error as Error).message}`),
    isOutdated: (error) => (error as Error).message === 'Already voted',
  };
  return {
    ledger: new OptimisticVotes(ports),
    shown,
    calls,
    failures,
    /** @param meanwhile runs right after the response, before its consequences */
    answer: async (error?: Error, meanwhile?: () => void) => {
      const call = waiting.shift();
      if (error) call?.reject(error);
      else call?.resolve();
      if (meanwhile) await turns(3);
      meanwhile?.();
      await settle();
    },
    setTruth: (state: VoteState) => {
      truth = state;
    },
    hideTruth: () => {
      isTold = false;
    },
  };
}

const none: VoteState = { count: 3, hasVoted: false };
const voted: VoteState = { count: 4, hasVoted: true };

describe('a vote', () => {
  it('shows at once, and then the server’s count', async () => {
    const { ledger, shown, answer, setTruth } = ledgerWith(none);
    const done = ledger.toggle('med', none);
    expect(shown).toEqual([voted]);
    setTruth({ count: 10, hasVoted: false });
    await answer();
    await done;
    expect(shown.at(-1)).toEqual({ count: 11, hasVoted: true });
  });

  it('can be withdrawn, and never counts below zero', async () => {
    const { ledger, shown, answer } = ledgerWith(voted);
    void ledger.toggle('med', { count: 0, hasVoted: true });
    expect(shown).toEqual([{ count: 0, hasVoted: false }]);
    await answer();
    expect(shown.at(-1)).toEqual(none);
  });

  it('rolls back on failure', async () => {
    const { ledger, shown, failures, answer } = ledgerWith(none);
    void ledger.toggle('med', none);
    await answer(new Error('offline'));
    expect(shown.at(-1)).toEqual(none);
    expect(failures).toEqual(['cast offline']);
    // It can be retried.
    void ledger.toggle('med', none);
    await answer();
    expect(shown.at(-1)).toEqual(voted);
  });

  it('shows the server’s state if it already existed', async () => {
    const { ledger, shown, failures, answer, setTruth } = ledgerWith(none);
    void ledger.toggle('med', none);
    setTruth({ count: 7, hasVoted: true });
    await answer(new Error('Already voted'));
    expect(failures).toEqual(['cast Already voted']);
    expect(shown.slice(-2)).toEqual([none, { count: 7, hasVoted: true }]);
  });

  it('stays rolled back if the server’s state cannot be read either, and can be retried', async () => {
    const { ledger, shown, failures, answer, hideTruth } = ledgerWith(none);
    const done = ledger.toggle('med', none);
    hideTruth();
    await answer(new Error('Already voted'));
    await done;
    expect(shown).toEqual([voted, none]);
    expect(failures).toEqual(['cast Already voted']);
    void ledger.toggle('med', none);
    await answer();
    expect(shown.at(-1)).toEqual(voted);
  });

  it('does not lose a tap while it reads the server’s state', async () => {
    const { ledger, shown, calls, answer } = ledgerWith(none);
    void ledger.toggle('med', none);
    await answer(new Error('Already voted'), () => void ledger.toggle('med', none));
    await answer();
    expect(calls).toEqual(['cast', 'cast']);
    expect(shown.at(-1)).toEqual(voted);
  });

  it('follows quick taps with as few sequential calls as possible', async () => {
    const { ledger, shown, calls, answer } = ledgerWith(none);
    for (let tap = 0; tap < 9; tap += 1) void ledger.toggle('med', none);
    expect(shown.at(-1)).toEqual(voted);
    expect(calls).toEqual(['cast']);
    await answer();
    expect(calls).toEqual(['cast']);

    for (let tap = 0; tap < 2; tap += 1) void ledger.toggle('med', voted);
    await answer();
    await answer();
    expect(calls).toEqual(['cast', 'withdraw', 'cast']);
    expect(shown.at(-1)).toEqual(voted);
  });
});
