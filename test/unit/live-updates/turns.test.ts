import { expect, it } from 'vitest';
import { mayWait, MOST_TOLD, waitingFor } from '../../../functions/live-updates/turns.ts';

it('a turn tells of what changed before it, once, and leaves what may change again while it tells', () => {
  const state = {
    epoch: 0,
    toldEpoch: 0,
    turn: 4,
    votesWaiting: new Set(['med_a@2', 'med_a@3', 'med_b@3', 'med_b@4', 'med_c@4']),
  };
  expect(waitingFor(state, 'votes', 4)).toEqual({
    entries: ['med_a@2', 'med_a@3', 'med_b@3'],
    ids: ['med_a', 'med_b'],
  });
  expect(waitingFor(state, 'items', 4)).toEqual({ entries: [], ids: [] });
});

const stateOf = (entries: readonly string[]) => ({
  epoch: 0,
  toldEpoch: 0,
  turn: 4,
  votesWaiting: new Set(entries),
});

it('what an earlier release has put there is told of, too', () => {
  expect(waitingFor(stateOf(['med_a']), 'votes', 4)).toEqual({ entries: ['med_a'], ids: ['med_a'] });
});

it('a turn tells of so many as it has time for, and no more wait than a row has room for', () => {
  const waiting = (count: number) => stateOf(Array.from({ length: count }, (_, at) => `med_${at}@1`));
  expect(waitingFor(waiting(MOST_TOLD + 1), 'votes', 4).entries).toHaveLength(MOST_TOLD);
  expect([499, 500].map((count) => mayWait(waiting(count), 'votes'))).toEqual([true, false]);
  expect(mayWait(stateOf([]), 'items')).toBe(true);
});
