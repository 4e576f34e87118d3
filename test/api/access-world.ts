import { credentials } from '../fixtures/users-and-guests.ts';
import {
  type EventWithAllRoles,
  guestIdentityOf,
  type PeopleByRole,
  type RoleName,
} from '../fixtures/event-with-all-roles.ts';
import { setBlocked } from '../../functions/table/give-up-place.ts';
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
    newEventId: () => bareEvent(testEvent, people),
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
    paymentId: () => paymentOfBlocked(testEvent, people),
  };
}

/** The blocked person's own payment is the one to refund: nothing else depends on it. */
async function paymentOfBlocked({ eventId }: EventWithAllRoles, people: PeopleByRole): Promise<string> {
  const { payments } = (await people.owner.get(`/api/events/${eventId}/payments`)).json;
  return payments.find((one) => one.paidByUserId === people.blocked.userId)?.id ?? UNKNOWN_PAYMENT;
}

/** An event with its people and nothing else, for a call that changes the event. */
async function bareEvent({ privacy, money }: EventWithAllRoles, people: PeopleByRole): Promise<string> {
  const isPaid = money !== 'free';
  const fields = { name: BARE, privacy, isPaid, price: isPaid ? '5.00' : null };
  const eventId: string = (await people.owner.post('/api/events', fields)).json.id;
  for (const one of [people.participant, people.blocked, people['blocked guest']])
    await seedPlace(one, eventId);
  await seedCoHost(people['co-host'], eventId);
  for (const person of [`user:${people.blocked.userId}`, `guest:${people['blocked guest'].guestId}`] as const)
    await setBlocked(eventId, { person, isBlocked: true });
  return eventId;
}
