import { expect, it } from 'vitest';
import type { Change } from '../../../functions/domain/changes.ts';
import { newPayment } from '../../../functions/payments/payment.ts';
import { paymentItem } from '../../../functions/payments/payment-store.ts';
import { changesIn } from '../../../functions/table/stream-changes.ts';
import type { Row } from '../../../functions/table/dynamo.ts';
import { keys } from '../../../functions/table/keys.ts';
import { newMembership, putMembership } from '../../../functions/table/membership-row.ts';
import { putVote } from '../../../functions/table/vote-row.ts';
import { eventRecord, idOf, mediaRecord } from '../../fixtures/records.ts';
import { streamRecord } from '../../fixtures/stream-records.ts';
import { eventRow, mediaRow, tallyRow } from '../../fixtures/table-rows.ts';

process.env['TABLE_NAME'] = 'table';

const now = new Date('2026-06-30T18:00:00.000Z');
const at = now.toISOString();
const [eventId, guestId] = [idOf('evt', 1), idOf('gst', 1)];
const event = eventRow(eventRecord());
const deletedEvent = { ...event, deletedAt: at };
const media = mediaRecord(1, { voteCount: 3, capturedAt: at });
const approved = { ...media, statusVersion: 1 };
const guest: Row = { ...keys.guest(guestId), id: guestId, name: 'Grace', email: null, claimedBy: null };
const claimed = { ...guest, claimedBy: 'usr-1' };
const leftGuest = { ...guest, claimedBy: 'erased', erasedAt: at, eraseMedia: true };
const user: Row = { ...keys.user('usr-1'), id: 'usr-1', email: 'ada@example.com' };
const leftUser = { ...user, erasedAt: at, eraseMedia: false };
/** What is kept for an hour of who has left. */
const goneUser = { ...keys.user('usr-1'), id: 'usr-1', erasedAt: at, expiresAtSeconds: 1 };
const vote = putVote({ eventId, mediaId: media.id, voter: 'user:usr-1' }, now).Put?.Item;
const archiveId = `arc_${'a'.repeat(26)}`;
const archive: Row = {
  ...keys.archive({ eventId, id: archiveId }),
  id: archiveId,
  eventId,
  done: new Set([1]),
};
const pending = newPayment(eventRecord(), { id: 'pay_1', payer: 'user:usr-1', amount: 500, now });
const paid = { ...pending, status: 'succeeded' as const };
const membership = putMembership(
  eventRecord(),
  newMembership(eventId, { person: 'user:usr-1', standing: 'visitor', since: at }),
).Put?.Item;

type Images = { before?: Row | undefined; after?: Row | undefined };

it.each<[string, Images, Change[]]>([
  ['an event is created', { after: event }, [{ kind: 'event-created', eventId }]],
  ['an event is edited', { before: event, after: { ...event, name: 'Other' } }, []],
  [
    'an event is deleted',
    { before: event, after: deletedEvent },
    [
      { kind: 'event-deletion-began', eventId },
      { kind: 'access-lost', eventId, byOwnWish: false },
    ],
  ],
  ['a deleted event is touched again', { before: deletedEvent, after: { ...deletedEvent, name: 'x' } }, []],
  ['a deleted event goes', { before: deletedEvent }, []],
  ['an item is saved', { after: mediaRow(media) }, [{ kind: 'media-created', after: media }]],
  [
    'an item changes',
    { before: mediaRow(media), after: mediaRow(approved) },
    [{ kind: 'media-changed', before: media, after: approved }],
  ],
  ['an item is deleted', { before: mediaRow(media) }, [{ kind: 'media-deleted', before: media }]],
  [
    'a vote is cast',
    { after: vote },
    [{ kind: 'vote-cast', eventId, mediaId: media.id, voter: 'user:usr-1' }],
  ],
  [
    'a vote is withdrawn',
    { before: vote },
    [{ kind: 'vote-withdrawn', eventId, mediaId: media.id, voter: 'user:usr-1' }],
  ],
  ['a vote is written again', { before: vote, after: vote }, []],
  ['votes are counted', { after: { ...keys.voteCount(media.id, 3), votes: 1 } }, []],
  ['a ZIP is asked for', { after: archive }, [{ kind: 'archive-requested', eventId, archiveId }]],
  [
    'a ZIP is asked for whose row says another id than its key',
    { after: { ...archive, id: 'arc_other' } },
    [{ kind: 'archive-requested', eventId, archiveId: 'arc_other' }],
  ],
  ['a ZIP comes further', { before: archive, after: { ...archive, progressAt: at } }, []],
  ['a guest comes', { after: guest }, [{ kind: 'guest-created', guestId }]],
  [
    'a guest is claimed',
    { before: guest, after: claimed },
    [{ kind: 'guest-claimed', guestId, userId: 'usr-1' }],
  ],
  ['a claimed guest is touched again', { before: claimed, after: { ...claimed, name: 'x' } }, []],
  [
    'a guest leaves',
    { before: guest, after: leftGuest },
    [{ kind: 'person-left', person: `guest:${guestId}`, withMedia: true }],
  ],
  [
    'a claimed guest leaves',
    { before: claimed, after: leftGuest },
    [{ kind: 'person-left', person: `guest:${guestId}`, withMedia: true }],
  ],
  [
    'a guest leaves and keeps what they sent',
    { before: guest, after: { ...leftGuest, eraseMedia: false } },
    [{ kind: 'person-left', person: `guest:${guestId}`, withMedia: false }],
  ],
  ['a guest who left goes', { before: leftGuest }, []],
  ['a user signs in', { after: user }, []],
  [
    'a user leaves',
    { before: user, after: leftUser },
    [{ kind: 'person-left', person: 'user:usr-1', withMedia: false }],
  ],
  [
    'a user leaves with what they sent',
    { before: user, after: { ...leftUser, eraseMedia: true } },
    [{ kind: 'person-left', person: 'user:usr-1', withMedia: true }],
  ],
  ['a user has left', { before: leftUser, after: goneUser }, []],
  ['a payment begins', { after: paymentItem(pending) }, []],
  [
    'a payment succeeds',
    { before: paymentItem(pending), after: paymentItem(paid) },
    [{ kind: 'payment-succeeded', paymentId: 'pay_1' }],
  ],
  [
    'money goes back',
    { before: paymentItem(paid), after: paymentItem({ ...paid, amountRefunded: 500 }) },
    [],
  ],
  ['somebody joins', { after: membership }, []],
  ['counts change', { before: tallyRow(media, {}), after: tallyRow(media, { approved: 1 }) }, []],
])('%s', (_, images, changes) => {
  expect(changesIn(streamRecord(images))).toEqual(changes);
});

it('a record without images tells nothing', () => {
  expect(changesIn({ dynamodb: {} })).toEqual([]);
});
