import { describe, expect, it } from 'vitest';
import type { VoteState } from '../../../web/src/changes/vote-changes.ts';
import { OptimisticVotes, type VotePorts } from '../../../web/src/features/votes/optimistic-votes.ts';

/** Runs this many microtasks. */
const microtasks = async (count: number) => {
  for (let turn = 0; turn < count; turn += 1) await Promise.resolve();
};

const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Optimistic votes with a server that responds on request. */
function createVotesWith(server: VoteState) {
  const states: VoteState[] = [];
  const pending: boolean[] = [];
  const calls: string[] = [];
  const failures: string[] = [];
  const pendingCalls: { resolve: () => void; reject: (error: Error) => void }[] = [];
  let serverState = server;
  let isReadable = true;
  const respondTo = (name: string, change: (state: VoteState) => VoteState) => async () => {
    calls.push(name);
    await new Promise<void>((resolve, reject) => pendingCalls.push({ resolve, reject }));
    serverState = change(serverState);
    return serverState;
  };
  const ports: VotePorts = {
    cast: respondTo('cast', ({ count }) => ({ count: count + 1, hasVoted: true })),
    withdraw: respondTo('withdraw', ({ count }) => ({ count: count - 1, hasVoted: false })),
    read: async () => {
      await microtasks(10);
      if (!isReadable) throw new Error('Failed to fetch votes');
      return serverState;
    },
    show: (_, state, isPending) => {
      states.push(state);
      pending.push(isPending);
    },
    failed: (name, error) => failures.push(`${name} ${(error as Error).message}`),
    isOutdated: (error) => (error as Error).message === 'Already voted',
  };
  return {
    votes: new OptimisticVotes(ports),
    states,
    pending,
    calls,
    failures,
    /** @param meanwhile runs right after the response, before its consequences */
    respond: async (error?: Error, meanwhile?: () => void) => {
      const call = pendingCalls.shift();
      if (error) call?.reject(error);
      else call?.resolve();
      if (meanwhile) await microtasks(3);
      meanwhile?.();
      await settle();
    },
    setServerState: (state: VoteState) => {
      serverState = state;
    },
    failReads: () => {
      isReadable = false;
    },
  };
}

const none: VoteState = { count: 3, hasVoted: false };
const voted: VoteState = { count: 4, hasVoted: true };

describe('a vote', () => {
  it('shows at once, and then the server’s count', async () => {
    const { votes, states, pending, respond, setServerState } = createVotesWith(none);
    const voting = votes.toggle('med', none);
    expect(states).toEqual([voted]);
    setServerState({ count: 10, hasVoted: false });
    await respond();
    await voting;
    expect(states.at(-1)).toEqual({ count: 11, hasVoted: true });
    expect(pending).toEqual([true, false]);
  });

  it('can be withdrawn, and never counts below zero', async () => {
    const { votes, states, respond } = createVotesWith(voted);
    void votes.toggle('med', { count: 0, hasVoted: true });
    expect(states).toEqual([{ count: 0, hasVoted: false }]);
    await respond();
    expect(states.at(-1)).toEqual(none);
  });

  it('rolls back on failure', async () => {
    const { votes, states, failures, respond } = createVotesWith(none);
    void votes.toggle('med', none);
    await respond(new Error('offline'));
    expect(states.at(-1)).toEqual(none);
    expect(failures).toEqual(['cast offline']);
    // It can be retried.
    void votes.toggle('med', none);
    await respond();
    expect(states.at(-1)).toEqual(voted);
  });

  it('shows the server’s state if it already existed', async () => {
    const { votes, states, failures, respond, setServerState } = createVotesWith(none);
    void votes.toggle('med', none);
    setServerState({ count: 7, hasVoted: true });
    await respond(new Error('Already voted'));
    expect(failures).toEqual(['cast Already voted']);
    expect(states.slice(-2)).toEqual([none, { count: 7, hasVoted: true }]);
  });

  it('stays rolled back if the server’s state cannot be read either, and can be retried', async () => {
    const { votes, states, failures, respond, failReads } = createVotesWith(none);
    const voting = votes.toggle('med', none);
    failReads();
    await respond(new Error('Already voted'));
    await voting;
    expect(states).toEqual([voted, none]);
    expect(failures).toEqual(['cast Already voted']);
    void votes.toggle('med', none);
    await respond();
    expect(states.at(-1)).toEqual(voted);
  });

  it('does not lose a tap while it reads the server’s state', async () => {
    const { votes, states, calls, respond } = createVotesWith(none);
    void votes.toggle('med', none);
    await respond(new Error('Already voted'), () => void votes.toggle('med', none));
    await respond();
    expect(calls).toEqual(['cast', 'cast']);
    expect(states.at(-1)).toEqual(voted);
  });

  it('follows quick taps with as few sequential calls as possible', async () => {
    const { votes, states, pending, calls, respond } = createVotesWith(none);
    for (let tap = 0; tap < 9; tap += 1) void votes.toggle('med', none);
    expect(states.at(-1)).toEqual(voted);
    expect(pending.at(-1)).toBe(true);
    expect(calls).toEqual(['cast']);
    await respond();
    expect(calls).toEqual(['cast']);

    for (let tap = 0; tap < 2; tap += 1) void votes.toggle('med', voted);
    await respond();
    await respond();
    expect(calls).toEqual(['cast', 'withdraw', 'cast']);
    expect(states.at(-1)).toEqual(voted);
  });
});
