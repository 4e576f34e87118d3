import { expect, it } from 'vitest';
import { waitingFor } from '../../../functions/live-updates/live-state.ts';

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
