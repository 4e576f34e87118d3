import { beforeAll, describe, expect, inject, it } from 'vitest';
import type { EventRecord } from '../../functions/domain/records.ts';
import type { PersonKey } from '../../functions/domain/caller.ts';
import { SUBSCRIPTIONS_PER_PERSON } from '../../functions/domain/event-limits.ts';
import { listSubscriptions, listSubscriptionsOf } from '../../functions/notifications/subscription-store.ts';
import { getRow } from '../../functions/table/dynamo.ts';
import { keys } from '../../functions/table/keys.ts';
import type { TestSubscription } from '../../infra/local/web-push-service/push-service.ts';
import { Client } from '../fixtures/api-client.ts';
import { newUser } from '../fixtures/new-user.ts';
import { credentials, type Guest, guestQuery, type SignedIn } from '../fixtures/users-and-guests.ts';
import { pushServiceAt, pushOriginOf } from '../fixtures/push-service-client.ts';
import { runConcurrently } from '../fixtures/run-concurrently.ts';
import { eventually, jpegFile, upload } from '../fixtures/uploads.ts';
import { seedGuest } from '../fixtures/seed-guest.ts';
import { seedItem } from '../fixtures/seed-item.ts';
import { seedEvent } from '../fixtures/seed-event.ts';

const base = inject('siteUrl');
const environment = inject('environment');
const service = pushServiceAt(pushOriginOf(environment));

let [owner, pat]: SignedIn[] = [];
let guest: Guest;
let publicKey: string;

beforeAll(async () => {
  [owner, pat, guest] = await Promise.all([newUser(base, 'Olive'), newUser(base, 'Pat'), seedGuest(base)]);
  publicKey = (await new Client(base).get('/api/push/vapid-public-key')).json.publicKey;
});

const host = (): SignedIn => owner as SignedIn;
const participant = (): SignedIn => pat as SignedIn;

const newEvent = (fields: Partial<EventRecord> = {}): Promise<string> =>
  seedEvent(host(), { name: 'Party', ...fields });

const subscribeTo = (client: Client, body: object) =>
  client.post('/api/push/subscribe', {
    ...body,
    ...('guestId' in client && credentials(client as Guest)),
  });

/** A browser that is subscribed to these events. */
async function subscribed(client: Client, ...eventIds: string[]): Promise<TestSubscription> {
  const subscription = await service.subscribe(publicKey);
  for (const eventId of eventIds) {
    const { status, json } = await subscribeTo(client, { eventId, subscription });
    expect([status, json]).toEqual([201, { subscribed: true }]);
  }
  return subscription;
}

const messagesAt = (at: TestSubscription, count: number) =>
  eventually(async () => {
    const messages = await service.messages(at);
    return messages.length >= count && messages;
  });

const eventsOf = async (person: PersonKey): Promise<string[]> =>
  (await listSubscriptionsOf(person)).map(({ eventId }) => eventId).toSorted();

/** The events that a person subscribes to, once the index has them, which is a little late. */
const expectEventsOf = (person: PersonKey, eventIds: unknown[]): Promise<void> =>
  expect.poll(() => eventsOf(person), { timeout: 20_000 }).toEqual(eventIds);

describe('a notification', () => {
  it('of a new photo goes to everybody but its uploader', async () => {
    const eventId = await newEvent();
    const [atOwner, atPat, atGuest] = [
      await subscribed(host(), eventId),
      await subscribed(participant(), eventId),
      await subscribed(guest, eventId),
    ];
    await upload(guest, eventId, await jpegFile(1));
    const message = { title: 'Party', body: 'New photo', url: `/event/${eventId}`, tag: `${eventId}:new` };
    expect(await messagesAt(atOwner, 1)).toEqual([message]);
    expect(await messagesAt(atPat, 1)).toEqual([message]);
    expect(await service.messages(atGuest)).toEqual([]);
  });

  it('of a pending photo goes to the owner; of its approval to the uploader, then to the others', async () => {
    const eventId = await newEvent({ name: 'Gala', moderationEnabled: true });
    const [atOwner, atPat, atGuest] = [
      await subscribed(host(), eventId),
      await subscribed(participant(), eventId),
      await subscribed(guest, eventId),
    ];
    const item = await seedItem(guest, eventId, { status: 'pending' });
    const common = { title: 'Gala', url: `/event/${eventId}` };
    const waiting = { ...common, body: '1 photo waits for your approval', tag: `${eventId}:pending` };
    expect(await messagesAt(atOwner, 1)).toEqual([waiting]);
    expect(await service.messages(atPat)).toEqual([]);
    await host().put(`/api/media/${item.id}/moderate`, { status: 'approved' });
    expect(await messagesAt(atGuest, 1)).toEqual([
      { ...common, body: 'Your photo was approved', tag: `${eventId}:approved` },
    ]);
    expect(await messagesAt(atPat, 1)).toEqual([{ ...common, body: 'New photo', tag: `${eventId}:new` }]);
  });

  it('that a busy service refused is sent again later', async () => {
    const eventId = await newEvent();
    const atPat = await subscribed(participant(), eventId);
    await service.failNext(atPat, { status: 429, headers: { 'retry-after': '1' } });
    await seedItem(host(), eventId);
    expect((await messagesAt(atPat, 1)).map(({ body }) => body)).toEqual(['New photo']);
  });
});

describe('a subscription', () => {
  it('that its service no longer knows is ended by the next message', async () => {
    const [eventId, user] = [await newEvent(), await newUser(base)];
    const browser = await subscribed(user, eventId);
    await expectEventsOf(`user:${user.userId}`, [eventId]);
    await service.failNext(browser, { status: 410 });
    await seedItem(host(), eventId);
    await eventually(async () => (await eventsOf(`user:${user.userId}`)).length === 0);
  });

  it('is asked for with a key of 65 bytes', () => {
    expect(Buffer.from(publicKey, 'base64url')).toHaveLength(65);
  });

  it.each([
    ['another address', { endpoint: 'https://example.org/push' }, 'subscription.endpoint'],
    ['a port', { endpoint: 'https://fcm.googleapis.com:444/fcm/send/a' }, 'subscription.endpoint'],
    ['an address inside', { endpoint: 'http://169.254.169.254/latest' }, 'subscription.endpoint'],
    [
      'no point',
      { keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) } },
      'subscription.keys.p256dh',
    ],
    ['no key', { keys: { p256dh: 'x', auth: 'A'.repeat(22) } }, 'subscription.keys.p256dh'],
  ])('with %s is refused', async (_what, change, path) => {
    const subscription = { ...(await service.subscribe(publicKey)), ...change };
    const { status, json } = await subscribeTo(host(), { eventId: await newEvent(), subscription });
    expect([status, json.issues?.[0]?.path]).toEqual([400, path]);
  });

  it('to an event that does not exist is refused', async () => {
    const subscription = await service.subscribe(publicKey);
    const eventId = `evt_${'a'.repeat(26)}`;
    expect((await subscribeTo(host(), { eventId, subscription })).status).toBe(404);
  });

  it('made twice is one, and anybody who knows its endpoint can end it for all events', async () => {
    const [first, second] = [await newEvent(), await newEvent()].toSorted();
    const user = await newUser(base);
    const browser = await subscribed(user, first ?? '', first ?? '', second ?? '');
    const other = await subscribed(user, first ?? '');
    await expectEventsOf(`user:${user.userId}`, [first, first, second]);
    const end = () => new Client(base).post('/api/push/unsubscribe', { endpoint: browser.endpoint });
    expect((await end()).json).toEqual({ unsubscribed: true });
    expect((await end()).status).toBe(200);
    await expectEventsOf(`user:${user.userId}`, [first]);
    expect((await listSubscriptionsOf(`user:${user.userId}`)).map(({ endpoint }) => endpoint)).toEqual([
      other.endpoint,
    ]);
  });

  it('of one person goes to ten browsers of an event, of which a new one replaces the oldest', async () => {
    const [eventId, someone, other] = [await newEvent(), await seedGuest(base), await seedGuest(base)];
    const person: PersonKey = `guest:${someone.guestId}`;
    // Of the event's own rows: indexes lag behind.
    const ofPerson = async (key: PersonKey) =>
      (await listSubscriptions(eventId, { after: undefined, limit: 50 })).filter((one) => one.person === key);
    const endpoints = async () => (await ofPerson(person)).map(({ endpoint }) => endpoint).toSorted();
    const add = async (count: number) =>
      (await runConcurrently(Array.from({ length: count }), () => subscribed(someone, eventId))).map(
        ({ endpoint }) => endpoint,
      );
    await subscribed(someone, eventId);
    const second = await subscribed(someone, eventId);
    const eight = await add(8);
    expect(await endpoints()).toHaveLength(SUBSCRIPTIONS_PER_PERSON);
    const phone = await subscribed(someone, eventId);
    expect(await endpoints()).toEqual([second.endpoint, ...eight, phone.endpoint].toSorted());
    // Once more is nothing new, and what was ended gives its place back.
    await subscribeTo(someone, { eventId, subscription: phone });
    await eventually(async () => {
      await someone.post('/api/push/unsubscribe', { endpoint: phone.endpoint });
      return !(await endpoints()).includes(phone.endpoint);
    });
    const [tablet = ''] = await add(1);
    expect(await endpoints()).toEqual([second.endpoint, ...eight, tablet].toSorted());
    // What is the oldest now has become another person's browser: it is left alone.
    await subscribeTo(other, { eventId, subscription: second });
    const crowd = await add(4);
    expect(await endpoints()).toHaveLength(SUBSCRIPTIONS_PER_PERSON);
    expect(await endpoints()).toEqual(expect.arrayContaining(crowd));
    expect(await ofPerson(`guest:${other.guestId}`)).toHaveLength(1);
  });

  it('of a guest moves to the account that claims the guest', async () => {
    const [eventId, someone, user] = [await newEvent(), await seedGuest(base), await newUser(base)];
    await subscribed(someone, eventId);
    await user.post('/api/guests/claim', credentials(someone));
    await expectEventsOf(`guest:${someone.guestId}`, []);
    await expectEventsOf(`user:${user.userId}`, [eventId]);
  });

  it('of a person who leaves is deleted', async () => {
    const someone = await seedGuest(base);
    const eventId = await newEvent();
    await subscribed(someone, eventId);
    expect((await someone.delete(`/api/guests/${someone.guestId}?${guestQuery(someone)}`)).status).toBe(204);
    const person: PersonKey = `guest:${someone.guestId}`;
    await eventually(async () => (await eventsOf(person)).length === 0);
    await eventually(async () => (await getRow(keys.subscriber({ eventId, person }))) === undefined);
  });

  it('is deleted with its event', async () => {
    const [eventId, user] = [await newEvent(), await newUser(base)];
    await subscribed(user, eventId);
    expect((await host().delete(`/api/events/${eventId}`)).status).toBe(204);
    await eventually(async () => (await eventsOf(`user:${user.userId}`)).length === 0);
  });
});
