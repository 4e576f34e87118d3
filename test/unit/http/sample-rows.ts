import { hashToken } from '../../../functions/sign-in/session-cookie.ts';
import type { Membership } from '../../../functions/domain/records.ts';
import type { PersonKey } from '../../../functions/domain/caller.ts';
import { newPayment } from '../../../functions/payments/payment.ts';
import type { Row } from '../../../functions/table/dynamo.ts';
import { keys, mediaByUploader, membershipsOf, sortPosition } from '../../../functions/table/keys.ts';
import { paymentItem } from '../../../functions/payments/payment-store.ts';
import { eventRecord, idOf, mediaRecord } from '../../fixtures/records.ts';
import { eventRow, mediaRow } from '../../fixtures/table-rows.ts';

// The table that the sample requests are asked of: two events, their owner, a participant, a guest, an item.

export const NOW = new Date('2026-06-30T18:00:00.000Z');
export const WEBHOOK_SECRET = 'whsec_sample';

const token = (letter: string): string => letter.repeat(43);
const userId = (number: number): string => `aaaaaaaa-0000-4000-8000-00000000000${number}`;
export const owner = { id: userId(1), cookies: [`__Host-session=${token('o')}`] };
export const user = { id: userId(2), cookies: [`__Host-session=${token('u')}`] };
export const stranger = { id: userId(3), cookies: [`__Host-session=${token('s')}`] };
export const guest = { guestId: idOf('gst', 1), token: token('g') };
export const otherGuest = { guestId: idOf('gst', 2), token: token('h') };
/** A browser that has begun to sign in. */
export const login = { state: token('l'), cookies: [`__Host-login=${token('l')}`] };

export const event = eventRecord({ createdBy: owner.id });
export const paidEvent = eventRecord({
  id: idOf('evt', 2),
  createdBy: owner.id,
  isPaid: true,
  priceCents: 500,
});
export const media = mediaRecord(1, {
  voteCount: 2,
  place: 'open',
  facts: {
    width: 1000,
    height: 800,
    durationSeconds: null,
    blur: null,
    color: null,
    perceptualHash: null,
    renditions: [{ name: '1000.webp', width: 1000, height: 800 }],
    play: null,
    signals: null,
  },
});
const others = Array.from({ length: 12 }, (_, at) =>
  mediaRecord(at + 10, { place: 'open', facts: media.facts }),
);
export const waiting = mediaRecord(2, { status: 'pending', place: 'held', facts: media.facts });
export const upload = (person: PersonKey) => ({
  id: idOf('upl', person.startsWith('user:') ? 7 : 8),
  person,
  eventId: event.id,
  contentType: 'image/jpeg',
  fileSizeBytes: 3,
  issuedAt: NOW.toISOString(),
  savedAs: null,
});
export const payment = {
  ...newPayment(paidEvent, {
    id: `pay_${'0'.repeat(26)}`,
    payer: `guest:${otherGuest.guestId}`,
    amount: 500,
    now: NOW,
  }),
  status: 'succeeded' as const,
};
export const archiveId = `arc_${'a'.repeat(26)}`;
export const pushEndpoint = 'https://fcm.googleapis.com/fcm/send/sample';

const inSeconds = (seconds: number): number => NOW.getTime() / 1000 + seconds;

function session({ id, cookies }: typeof owner): Row[] {
  const profile = { id, email: `${id}@example.com`, firstName: 'Ada', lastName: null, profileImageUrl: null };
  const hash = hashToken(cookies[0]?.split('=')[1] ?? '');
  return [
    { ...keys.user(id), ...profile },
    { ...keys.session(hash), user: profile, expiresAtSeconds: inSeconds(3600) },
  ];
}

const guestRow = ({ guestId: id, token: secret }: typeof guest): Row => ({
  ...keys.guest(id),
  id,
  name: 'Grace',
  email: null,
  tokenHash: hashToken(secret),
  createdAt: NOW.toISOString(),
  claimedBy: null,
});

function membership(eventId: string, person: PersonKey, standing: Membership['standing']): Row {
  return {
    ...keys.membership(eventId, person),
    gsi1pk: membershipsOf(person),
    gsi1sk: sortPosition(NOW.toISOString(), eventId),
    eventId,
    person,
    standing,
    isBlocked: false,
    hasPaid: false,
    since: NOW.toISOString(),
    uploadCount: 1,
    pendingCount: 0,
  };
}

const archive: Row = {
  ...keys.archive({ id: archiveId, eventId: event.id }),
  id: archiveId,
  eventId: event.id,
  viewer: 'everyone',
  state: 'planning',
  version: { changes: 0, removals: 0 },
  createdAt: NOW.toISOString(),
  progressAt: new Date(NOW.getTime() - 60_000).toISOString(),
  expiresAtSeconds: inSeconds(3600),
};

const subscription = { eventId: event.id, endpointHash: hashToken(pushEndpoint) };

/** A new copy for every request: what it writes, no other one sees. */
export function sampleRows(): Row[] {
  const ownUpload = upload(`user:${user.id}`);
  const guestUpload = upload(`guest:${guest.guestId}`);
  return [
    ...session(owner),
    ...session(user),
    ...session(stranger),
    guestRow(guest),
    guestRow(otherGuest),
    { ...keys.login(hashToken(login.state)), ...begun },
    eventRow(event, { gsi1pk: 'PUBLIC', gsi1sk: sortPosition(event.createdAt, event.id) }),
    eventRow(paidEvent),
    membership(event.id, `user:${owner.id}`, 'owner'),
    membership(paidEvent.id, `user:${owner.id}`, 'owner'),
    membership(event.id, `user:${user.id}`, 'participant'),
    membership(event.id, `guest:${otherGuest.guestId}`, 'guest'),
    mediaRow(media),
    ...others.map(mediaRow),
    { ...mediaRow(waiting), gsi4pk: mediaByUploader(event.id, `user:${user.id}`) },
    {
      ...keys.vote({ eventId: event.id, voter: `guest:${guest.guestId}`, mediaId: media.id }),
      mediaId: media.id,
    },
    {
      ...keys.highlights(event.id),
      picks: [{ mediaId: media.id, score: 80, reason: 'Sharp.', createdAt: NOW.toISOString() }],
    },
    { ...keys.upload(ownUpload.id), ...ownUpload },
    { ...keys.upload(guestUpload.id), ...guestUpload },
    paymentItem(payment),
    archive,
    { ...keys.lastArchive(event.id, 'everyone'), archiveId, expiresAtSeconds: inSeconds(3600) },
    {
      ...keys.subscription(subscription),
      gsi4pk: `ENDPOINT#${subscription.endpointHash}`,
      gsi4sk: event.id,
      ...subscription,
      person: `guest:${guest.guestId}`,
      endpoint: pushEndpoint,
      keys: { p256dh: 'p', auth: 'a' },
      createdAt: NOW.toISOString(),
    },
  ];
}

const begun = {
  state: login.state,
  nonce: 'n',
  codeVerifier: 'v'.repeat(43),
  returnTo: '/',
  expiresAtSeconds: inSeconds(600),
};
