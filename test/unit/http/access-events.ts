import type { PersonKey } from '../../../functions/domain/caller.ts';
import { newPayment } from '../../../functions/payments/payment.ts';
import { paymentItem } from '../../../functions/payments/payment-store.ts';
import type { Row } from '../../../functions/table/dynamo.ts';
import { keys } from '../../../functions/table/keys.ts';
import type { RoleName } from '../../fixtures/event-with-all-roles.ts';
import { unreachableSubscription } from '../../fixtures/push-service-client.ts';
import { eventRecord, idOf, mediaRecord } from '../../fixtures/records.ts';
import * as rows from '../../fixtures/sample-rows.ts';
import { eventRow, mediaRow } from '../../fixtures/table-rows.ts';
import { kindsOfEvent } from '../../samples/access-answers.ts';
import type { SampleWorld } from '../../samples/sample.ts';

// An event of each kind in which everybody has the standing that their role says, as rows of a mocked table.

type Guest = typeof rows.guest;
type User = typeof rows.owner;
type Person = {
  readonly user?: User;
  readonly guest?: Guest;
  /** What their membership says beside that; none without it. */
  readonly membership?: Row & { readonly standing: 'owner' | 'participant' | 'visitor' | 'guest' };
};

const someUser = (id: string, letter: string): User => ({
  id,
  cookies: [`__Host-session=${rows.token(letter)}`],
});
const blocked = someUser('aaaaaaaa-0000-4000-8000-00000000000b', 'b');
const coHost = someUser(rows.coHostId, 'c');
const bystander: Guest = { guestId: idOf('gst', 3), token: rows.token('y') };
/** In no event, for whoever claims a guest. */
const spare: Guest = { guestId: idOf('gst', 4), token: rows.token('z') };

/** Who acts in each role; whoever only knows a guest's id is in no event. */
export const people: Readonly<Record<RoleName | 'bystander', Person>> = {
  owner: { user: rows.owner, membership: { standing: 'owner' } },
  'co-host': { user: coHost, membership: { standing: 'participant', isCoHost: true } },
  participant: { user: rows.user, membership: { standing: 'participant' } },
  // Has things in the event by what they did as a guest, without having joined.
  user: { user: rows.stranger, membership: { standing: 'visitor' } },
  blocked: { user: blocked, membership: { standing: 'participant', isBlocked: true } },
  guest: { guest: rows.guest, membership: { standing: 'guest' } },
  'blocked guest': { guest: rows.otherGuest, membership: { standing: 'guest', isBlocked: true } },
  anonymous: {},
  'wrong token': { guest: { ...rows.guest, token: rows.token('x') } },
  bystander: { guest: bystander, membership: { standing: 'guest' } },
};

const keyOf = ({ user, guest }: Person): PersonKey | undefined =>
  user ? `user:${user.id}` : guest && `guest:${guest.guestId}`;

/** Undefined for who is nobody. */
export const personKey = (role: RoleName): PersonKey | undefined => keyOf(people[role]);

/** Everybody who can prove who they are, and is in every event. */
const present = Object.values(people).flatMap((person) => {
  const [key, { membership }] = [keyOf(person), person];
  return key && membership ? [{ key, membership }] : [];
});

/** An event of one kind, with its rows. */
export type AccessEvent = (typeof kindsOfEvent)[number] & {
  readonly eventId: string;
  /** The owner's items. */
  readonly items: readonly string[];
  readonly ownItemOf: (role: RoleName) => string | undefined;
  readonly paymentId: string;
  readonly rows: readonly Row[];
};

/** How many items the owner has: highlights need several. */
const OWNERS_ITEMS = 4;
const ARCHIVE = `arc_${'b'.repeat(26)}`;

const facts = rows.media.facts;

/** An item is saved under the id of its upload. */
const savedUpload = (media: ReturnType<typeof mediaRecord>): Row => {
  const id = media.id.replace('med_', 'upl_');
  return {
    ...keys.upload(id),
    ...rows.upload(media.uploader),
    id,
    eventId: media.eventId,
    savedAs: media.id,
  };
};

function accessEvent(kind: (typeof kindsOfEvent)[number], at: number): AccessEvent {
  const isPaid = kind.money !== 'free';
  const hasPaid = kind.money === 'paid';
  const event = eventRecord({
    id: idOf('evt', at + 10),
    createdBy: rows.owner.id,
    privacy: kind.privacy,
    isPaid,
    priceCents: isPaid ? 500 : null,
  });
  const uploaders = [...Array.from({ length: OWNERS_ITEMS - 1 }, () => present[0]), ...present].flatMap(
    (person) => person?.key ?? [],
  );
  const media = uploaders.map((uploader, number) =>
    mediaRecord(1000 * (at + 1) + number, { eventId: event.id, uploader, place: 'open', facts }),
  );
  const payment = {
    ...newPayment(event, {
      id: `pay_${'0'.repeat(25)}${at}`,
      payer: `user:${blocked.id}`,
      amount: 500,
      now: rows.NOW,
    }),
    status: 'succeeded' as const,
  };
  const archive = { id: ARCHIVE, eventId: event.id };
  return {
    ...kind,
    eventId: event.id,
    items: media.slice(0, OWNERS_ITEMS).map(({ id }) => id),
    ownItemOf: (role) => media.findLast(({ uploader }) => uploader === keyOf(people[role]))?.id,
    paymentId: payment.id,
    rows: [
      ...Object.values(people).flatMap(({ user, guest, membership }) =>
        user ? rows.session(user) : guest && membership ? [rows.guestRow(guest)] : [],
      ),
      rows.guestRow(spare),
      eventRow(event, { coHosts: new Set([rows.coHostId]) }),
      ...present.map(({ key, membership }) => ({
        ...rows.membership(event.id, key, membership.standing),
        ...(hasPaid && !isHost(membership) && { hasPaid, paymentIds: [payment.id], paidWith: [payment.id] }),
        ...membership,
      })),
      ...media.flatMap((one) => [mediaRow(one), savedUpload(one)]),
      ...(hasPaid ? [paymentItem(payment)] : []),
      { ...rows.archive, ...keys.archive(archive), ...archive, viewer: 'owner' },
      { ...keys.eventCode(rows.eventCode), eventId: event.id },
    ],
  };
}

const isHost = ({ standing, isCoHost }: Row): boolean => standing === 'owner' || isCoHost === true;

const accessEvents: readonly AccessEvent[] = kindsOfEvent.map(accessEvent);

/** @throws Error for a kind that there is none of */
export function accessEventOf({ privacy, money }: Pick<AccessEvent, 'privacy' | 'money'>): AccessEvent {
  const found = accessEvents.find((one) => one.privacy === privacy && one.money === money);
  if (!found) throw new Error(`No event is ${privacy} and ${money}.`);
  return found;
}

/** An event of one kind, as the world of one role's sample. */
export function worldOfRole(event: AccessEvent, role: RoleName): SampleWorld {
  const { eventId, items } = event;
  const [mediaId = '', ownersOwn = '', anothers = ''] = items;
  return {
    eventId,
    paidEventId: eventId,
    mediaId,
    pendingMediaId: mediaId,
    ownMediaId: event.ownItemOf(role) ?? ownersOwn,
    participantId: rows.user.id,
    coHostId: rows.coHostId,
    bystanderId: bystander.guestId,
    identity: people[role].guest,
    loginState: '',
    subscription: { ...unreachableSubscription(''), endpoint: rows.pushEndpoint },
    webhookSecret: '',
    now: rows.NOW,
    newEventId: async () => eventId,
    eventName: 'Party',
    eventCode: async () => rows.eventCode,
    newCoHostLink: async () => ({ eventId, code: '' }),
    newMediaId: async () => anothers,
    newUpload: async () => ({
      objectPath: `/objects/uploads/${rows.upload(personKey(role) ?? `user:${rows.owner.id}`).id}`,
      fileSize: 3,
    }),
    newGuest: async () => spare,
    archiveId: async () => ARCHIVE,
    paymentId: async () => event.paymentId,
  };
}
