import { describe, expect, it } from 'vitest';
import { compareMedia, isListedBy } from '../../../shared/rules/sort-media.ts';

const item = (id: string, voteCount: number, capturedAt: string | null, hour = id) => ({
  id,
  voteCount,
  capturedAt,
  uploadedAt: `2026-06-20T0${hour}:00:00.000Z`,
});
const items = [
  item('1', 2, null),
  item('2', 5, '2026-06-19T10:00:00.000Z'),
  item('3', 2, '2026-06-18T10:00:00.000Z'),
  item('4', 0, null, '3'),
];
const ids = (sortBy: 'uploadedAt' | 'votes' | 'capturedAt') =>
  items
    .filter((one) => isListedBy(sortBy, one))
    .toSorted(compareMedia(sortBy))
    .map(({ id }) => id)
    .join('');

describe('gallery orders', () => {
  it('recent: newest first, and the same way round at one instant', () =>
    expect(ids('uploadedAt')).toBe('4321'));
  it('top voted: most first, then newest, voted ones only', () => expect(ids('votes')).toBe('231'));
  it('timeline: oldest capture first, undated ones last', () => expect(ids('capturedAt')).toBe('3214'));
});
