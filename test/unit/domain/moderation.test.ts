import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { MediaStatus } from '../../../shared/contract/entities.ts';
import {
  contentsChange,
  type MediaCountsChange,
  mediaCountsChange,
} from '../../../functions/domain/moderation.ts';

type State = { status: MediaStatus; voteCount: number };

const state: fc.Arbitrary<State> = fc.record({
  status: fc.constantFrom('pending' as const, 'approved' as const, 'rejected' as const),
  voteCount: fc.nat({ max: 2 }),
});

function add(total: MediaCountsChange, change: MediaCountsChange): MediaCountsChange {
  const sum = { ...total };
  for (const [name, amount] of Object.entries(change) as [keyof MediaCountsChange, number][]) {
    sum[name] = (sum[name] ?? 0) + amount;
  }
  return sum;
}

it('counts stay the sum over items, whatever happens to them', () => {
  fc.assert(
    fc.property(fc.array(fc.array(state, { minLength: 1 })), (histories) => {
      let total: MediaCountsChange = {};
      for (const history of histories) {
        let before: State | undefined;
        for (const after of history) {
          total = add(total, mediaCountsChange(before, after));
          before = after;
        }
      }
      const ends = histories.map((history) => history.at(-1) as State);
      for (const status of ['pending', 'approved', 'rejected'] as const) {
        expect(total[status] ?? 0).toBe(ends.filter((end) => end.status === status).length);
      }
      expect(total.voted ?? 0).toBe(
        ends.filter((end) => end.status === 'approved' && end.voteCount > 0).length,
      );
    }),
  );
});

it('changes nothing where nothing changes', () => {
  const same = { status: 'approved', voteCount: 3 } as const;
  expect(mediaCountsChange(same, same)).toEqual({});
});

it.each([
  [undefined, 'approved', { openChanges: 1 }],
  [undefined, 'pending', { heldChanges: 1 }],
  ['pending', 'approved', { openChanges: 1, heldChanges: 1 }],
  ['pending', 'rejected', { heldChanges: 1, heldRemovals: 1 }],
  ['approved', 'rejected', { openChanges: 1, openRemovals: 1 }],
  ['rejected', 'approved', { openChanges: 1 }],
  ['approved', undefined, { openChanges: 1, openRemovals: 1 }],
  ['pending', undefined, { heldChanges: 1, heldRemovals: 1 }],
  ['rejected', undefined, {}],
  ['approved', 'approved', {}],
] as const)('from %s to %s the contents change by %j', (before, after, change) => {
  expect(contentsChange(before && { status: before }, after && { status: after })).toEqual(change);
});
