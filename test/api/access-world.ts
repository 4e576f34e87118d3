import { credentials } from '../fixtures/users-and-guests.ts';
import {
  type EventWithAllRoles,
  guestIdentityOf,
  type PeopleByRole,
  type RoleName,
} from '../fixtures/event-with-all-roles.ts';
import { setBlocked } from '../../functions/table/give-up-place.ts';
import { seedEvent } from '../fixtures/seed-event.ts';
import { seedCoHost, seedPlace } from '../fixtures/seed-item.ts';
import { unreachableSubscription } from '../fixtures/push-service-client.ts';
import { issueUpload, jpegFile, putFile, uploadRequest } from '../fixtures/uploads.ts';
import { seedGuest } from '../fixtures/seed-guest.ts';
import type { SampleWorld } from '../samples/sample.ts';

const file = await jpegFile(99);

/** Well-formed, but nobody's: for callers who are refused before it is looked up. */
const UNKNOWN_PAYMENT = `pay_${'0'.repeat(26)}`;
const UNISSUED = `/objects/uploads/upl_${'a'.repeat(26)}`;

/** What an event is called that has nothing but its people. */
const BARE = 'Bare';

type Cell = {
  readonly testEvent: EventWithAllRoles;
  readonly people: PeopleByRole;
  readonly role: RoleName;
};

/** An event with all roles, as the world of one role's sample. */
export function accessWorld({ testEvent, people, role }: Cell): SampleWorld {
  const { eventId, items, own } = testEvent;
  const [mediaId = '', ownersOwn = '', anothers = ''] = items;
  const caller = people[role];
  return {
    eventId,
    paidEventId: eventId,
    mediaId,
    pendingMediaId: mediaId,
    ownMediaId: own[role] ?? ownersOwn,
    participantId: people.participant.userId,
    coHostId: people['co-host'].userId,
    bystanderId: people.bystander.guestId,
    identity: guestIdentityOf(caller),
    loginState: '',
    subscription: unreachableSubscription(people.pushOrigin),
    webhookSecret: '',
    now: new Date(),
    newEventId: () => bareEvent({ testEvent, people, role }),
    eventName: BARE,
    eventCode: async () => (await people.owner.put(`/api/events/${eventId}/code`)).json.code,
    newCoHostLink: async () => ({ eventId, code: '' }),
    newMediaId: async () => anothers,
    newUpload: async () => {
      const issued = await issueUpload(caller, uploadRequest(eventId, file));
      const objectPath = issued.status === 201 ? await putFile(issued.json, file) : UNISSUED;
      return { objectPath, fileSize: file.bytes.length };
    },
    newGuest: async () => credentials(await seedGuest(caller.base)),
    archiveId: async () => (await people.owner.post(`/api/events/${eventId}/archive`, {})).json.id,
    // Who may not refund is refused before it is looked up.
    paymentId: async () => (role === 'owner' ? paymentOfBlocked(testEvent, people) : UNKNOWN_PAYMENT),
  };
}

/** The blocked person's own payment is the one to refund: nothing else depends on it. */
async function paymentOfBlocked({ eventId }: EventWithAllRoles, people: PeopleByRole): Promise<string> {
  const { payments } = (await people.owner.get(`/api/events/${eventId}/payments`)).json;
  return payments.find((one) => one.paidByUserId === people.blocked.userId)?.id ?? UNKNOWN_PAYMENT;
}

/**
 * An event for a call that changes it, with nothing in it but who calls, as far as their role has a place; the owner's has whom
 * the call is about, too.
 */
async function bareEvent({ testEvent: { privacy, money }, people, role }: Cell): Promise<string> {
  const isPaid = money !== 'free';
  const fields = { name: BARE, privacy, isPaid, priceCents: isPaid ? 500 : null };
  const eventId = await seedEvent(people.owner, fields);
  if (role === 'owner' || role === 'participant') await seedPlace(people.participant, eventId);
  if (role === 'owner' || role === 'co-host') await seedCoHost(people['co-host'], eventId);
  if (role === 'blocked' || role === 'blocked guest') {
    await seedPlace(people[role], eventId);
    const { blocked, 'blocked guest': guest } = people;
    const person =
      role === 'blocked' ? (`user:${blocked.userId}` as const) : (`guest:${guest.guestId}` as const);
    await setBlocked(eventId, { person, isBlocked: true });
  }
  return eventId;
}
