import { expect, it } from 'vitest';
import { businessEventOf } from '../../../functions/domain/business-events.ts';
import type { Change } from '../../../functions/domain/changes.ts';
import { idOf } from '../../fixtures/records.ts';
import { mediaChange } from '../../fixtures/stream-records.ts';

const eventId = idOf('evt', 1);
const mediaId = idOf('med', 1);
const guestId = idOf('gst', 1);

it.each<[Change, string | undefined]>([
  [{ kind: 'event-created', eventId }, 'Events'],
  [{ kind: 'event-deletion-began', eventId }, undefined],
  [{ kind: 'guest-created', guestId }, 'Guests'],
  [{ kind: 'guest-claimed', guestId, userId: 'u' }, undefined],
  [{ kind: 'person-left', person: 'user:u', withMedia: false }, undefined],
  [mediaChange({ after: 'pending' }), 'Uploads'],
  [mediaChange({ before: 'pending', after: 'approved' }), undefined],
  [mediaChange({ before: 'approved' }), undefined],
  [{ kind: 'vote-cast', eventId, mediaId, voter: 'user:u' }, 'Votes'],
  [{ kind: 'vote-withdrawn', eventId, mediaId, voter: 'user:u' }, undefined],
  [{ kind: 'payment-succeeded', paymentId: 'pay_1' }, 'Payments'],
  [{ kind: 'archive-requested', eventId, archiveId: 'arc_1' }, undefined],
])('$kind', (change, counted) => {
  expect(businessEventOf(change)).toBe(counted);
});
