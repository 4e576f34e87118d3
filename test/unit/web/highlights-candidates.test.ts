import { expect, it } from 'vitest';
import type { MediaView } from '../../../shared/contract/entities.ts';
import { countHighlightCandidates } from '../../../web/src/routes/event/highlight-candidates.ts';

const item = (id: string, kind: MediaView['kind'], status: MediaView['status'] = 'approved') =>
  ({ id, kind, status }) as MediaView;
const listOf = (items: MediaView[], nextCursor: string | null = null) => ({
  pages: [{ items, nextCursor }],
  pageParams: [null],
});
const event = { mediaCount: 5, pendingCount: 1 };
const items = [
  item('a', 'picture'),
  item('b', 'picture'),
  item('c', 'video'),
  item('d', 'picture', 'pending'),
  item('e', 'video'),
];

it('counts approved photos, but no videos, of a fully loaded gallery', () => {
  expect(countHighlightCandidates(event, listOf(items))).toBe(2);
});

it.each([
  ['not loaded', undefined],
  ['only partly loaded', listOf(items, 'more')],
])('uses the event’s counts if the gallery is %s', (_, list) => {
  expect(countHighlightCandidates(event, list)).toBe(4);
});
