import { expect, it } from 'vitest';
import { businessEventOf, type RowChange } from '../../../functions/domain/business-events.ts';

it.each<[string, RowChange, string | undefined]>([
  ['a new event', { sortKey: 'EVENT', isNew: true }, 'Events'],
  ['a changed event', { sortKey: 'EVENT', isNew: false }, undefined],
  ['a new guest', { sortKey: 'GUEST', isNew: true }, 'Guests'],
  ['a saved photo', { sortKey: 'MEDIA', isNew: true, after: 'pending' }, 'Uploads'],
  ['an approved photo', { sortKey: 'MEDIA', isNew: false, before: 'pending', after: 'approved' }, undefined],
  ['a vote', { sortKey: 'VOTE#med_1', isNew: true }, 'Votes'],
  ['a vote that is taken back', { sortKey: 'VOTE#med_1', isNew: false }, undefined],
  ['a payment that begins', { sortKey: 'PAYMENT#p', isNew: true, after: 'pending' }, undefined],
  ['a payment', { sortKey: 'PAYMENT#p', isNew: false, before: 'pending', after: 'succeeded' }, 'Payments'],
  ['a refund', { sortKey: 'PAYMENT#p', isNew: false, before: 'succeeded', after: 'succeeded' }, undefined],
  ['a session', { sortKey: 'SESSION', isNew: true }, undefined],
])('%s', (_, change, counted) => {
  expect(businessEventOf(change)).toBe(counted);
});
