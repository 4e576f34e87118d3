import { DeleteCommand, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { dynamoClient } from '../../functions/aws/clients.ts';
import { NEW_PEOPLE, PACE_SHARDS } from '../../functions/domain/newcomer-pace.ts';
import { listSubscriptions, listSubscriptionsOf } from '../../functions/notifications/subscription-store.ts';
import { tableName } from '../../functions/table/dynamo.ts';
import { keys } from '../../functions/table/keys.ts';
import { shardsOfRoom } from '../../functions/table/shards.ts';
import { windowAt } from '../../functions/table/pace-windows.ts';
import type { TestSubscription } from '../../infra/local/web-push-service/push-service.ts';
import { Client, proofFor } from '../fixtures/api-client.ts';
import { pushOriginOf, pushServiceAt } from '../fixtures/push-service-client.ts';
import { eventually } from '../fixtures/uploads.ts';
import { newUser } from '../fixtures/new-user.ts';
import { credentials, type Guest, type SignedIn } from '../fixtures/users-and-guests.ts';
import { seedGuest } from '../fixtures/seed-guest.ts';
import { seedItem, seedPlace } from '../fixtures/seed-item.ts';
import { seedEvent } from '../fixtures/seed-event.ts';

const base = inject('siteUrl');
const service = pushServiceAt(pushOriginOf(inject('environment')));

let host: SignedIn;
let publicKey: string;

beforeAll(async () => {
  // Rows are read, and some are written, directly.
  Object.assign(process.env, inject('environment'));
  host = await newUser(base);
  publicKey = (await host.get('/api/push/vapid-public-key')).json.publicKey;
});

const newEvent = (): Promise<string> => seedEvent(host, { name: 'Party' });

async function subscribe(guest: Guest, eventId: string, made?: TestSubscription): Promise<TestSubscription> {
  const subscription = made ?? (await service.subscribe(publicKey));
  const body = { eventId, subscription, ...credentials(guest) };
  expect((await guest.post('/api/push/subscribe', body)).status).toBe(201);
  return subscription;
}

/** Until the index by browser, which is a little late, shows a subscription, nothing is found to end. */
const unsubscribe = (eventId: string, { endpoint }: TestSubscription) =>
  eventually(async () => {
    const { status } = await new Client(base).post('/api/push/unsubscribe', { endpoint });
    expect(status).toBe(200);
    return (await endpointsOf(eventId)).every((one) => one !== endpoint);
  });

const endpointsOf = async (eventId: string): Promise<string[]> =>
  (await listSubscriptions(eventId, { after: undefined, limit: 50 })).map(({ endpoint }) => endpoint);

const personOf = (guest: Guest) => `guest:${guest.guestId}` as const;

/** As subscriptions were stored before they were counted. */
async function uncount(guest: Guest, eventId: string): Promise<void> {
  const Key = keys.subscriber({ eventId, person: personOf(guest) });
  await dynamoClient().send(new DeleteCommand({ TableName: tableName(), Key }));
}

/** How many people an event's room for subscriptions counts. */
async function peopleIn(eventId: string): Promise<number> {
  let sum = 0;
  for (const shard of shardsOfRoom('subscriptions', 'guest:any')) {
    const Key = keys.peopleCount(eventId, shard);
    const { Item } = await dynamoClient().send(
      new GetCommand({ TableName: tableName(), Key, ConsistentRead: true }),
    );
    sum += Number(Item?.['people'] ?? 0);
  }
  return sum;
}

describe('a subscription from before they were counted', () => {
  it('is ended by its browser', async () => {
    const [eventId, guest] = [await newEvent(), await seedGuest(base)];
    const browser = await subscribe(guest, eventId);
    await uncount(guest, eventId);
    await unsubscribe(eventId, browser);
    expect(await endpointsOf(eventId)).toEqual([]);
  });

  it('that its service no longer knows is ended by the next message, and others are told', async () => {
    const [eventId, old, other] = [await newEvent(), await seedGuest(base), await seedGuest(base)];
    const [gone, alive] = [await subscribe(old, eventId), await subscribe(other, eventId)];
    await uncount(old, eventId);
    await service.failNext(gone, { status: 410 });
    await seedItem(host, eventId);
    await eventually(async () => (await endpointsOf(eventId)).length === 1);
    expect(await endpointsOf(eventId)).toEqual([alive.endpoint]);
    await eventually(async () => (await service.messages(alive)).length === 1);
  });
});

/** Subscribed with a place. */
async function guestWithBrowser(): Promise<{ eventId: string; guest: Guest }> {
  const [eventId, guest] = [await newEvent(), await seedGuest(base)];
  await seedPlace(guest, eventId);
  await subscribe(guest, eventId);
  // The index by person is a little late.
  await eventually(async () => (await listSubscriptionsOf(personOf(guest), eventId)).length === 1);
  return { eventId, guest };
}

describe('whose place is taken back', () => {
  it('by the host’s block is subscribed no more', async () => {
    const { eventId, guest } = await guestWithBrowser();
    const blocked = await host.delete(`/api/events/${eventId}/people/${guest.guestId}`);
    expect(blocked.status).toBe(204);
    expect(await endpointsOf(eventId)).toEqual([]);
  });

  it('for want of uploads is subscribed no more', async () => {
    const { eventId } = await guestWithBrowser();
    const removed = await host.post(`/api/events/${eventId}/people/remove-idle`, {});
    expect(removed).toMatchObject({ status: 200, json: { people: 1 } });
    expect(await endpointsOf(eventId)).toEqual([]);
  });
});

it('a guest who is blocked with all recent ones is subscribed no more', async () => {
  const { eventId } = await guestWithBrowser();
  const removed = await host.post(`/api/events/${eventId}/people/block-recent`, {
    joined: { lastMinutes: 60 },
  });
  expect(removed).toMatchObject({ status: 200, json: { people: 1 } });
  expect(await endpointsOf(eventId)).toEqual([]);
});

/** Nobody waits for hundreds of people: they are counted as having come, in this window and in the next. */
async function manyHaveCome(eventId: string): Promise<void> {
  const now = Date.now();
  for (let shard = 0; shard < PACE_SHARDS; shard += 1) {
    const of = { endpointId: 'new-people', subject: `${eventId}#${shard}`, pace: NEW_PEOPLE };
    for (const later of [0, NEW_PEOPLE.windowSeconds * 1000]) {
      const window = windowAt(of, new Date(now + later));
      await dynamoClient().send(
        new UpdateCommand({
          TableName: tableName(),
          Key: keys.rateLimit(window),
          UpdateExpression: 'SET calls = :calls, expiresAtSeconds = :expiry',
          ExpressionAttributeValues: { ':calls': NEW_PEOPLE.max, ':expiry': window.windowEnd + 600 },
        }),
      );
    }
  }
}

describe('the room for people without a place', () => {
  it('counts whoever has a browser, and nobody after their last one', async () => {
    const [eventId, guest] = [await newEvent(), await seedGuest(base)];
    const [phone, tablet] = [await subscribe(guest, eventId), await subscribe(guest, eventId)];
    expect(await peopleIn(eventId)).toBe(1);
    await unsubscribe(eventId, phone);
    expect(await peopleIn(eventId)).toBe(1);
    await unsubscribe(eventId, tablet);
    expect(await peopleIn(eventId)).toBe(0);
    const again = await subscribe(guest, eventId);
    expect(await peopleIn(eventId)).toBe(1);
    await service.failNext(again, { status: 404 });
    await seedItem(host, eventId);
    await eventually(async () => (await peopleIn(eventId)) === 0);
  });

  it('counts one person for a browser, however many people use it after each other', async () => {
    const [eventId, first, second] = [await newEvent(), await seedGuest(base), await seedGuest(base)];
    const browser = await subscribe(first, eventId);
    await subscribe(second, eventId, browser);
    expect(await peopleIn(eventId)).toBe(1);
    await subscribe(first, eventId, browser);
    await unsubscribe(eventId, browser);
    expect(await peopleIn(eventId)).toBe(0);
  });

  it('takes people above the pace of an event for proof of work, each once', async () => {
    const [eventId, guest] = [await newEvent(), await seedGuest(base)];
    await manyHaveCome(eventId);
    const body = { eventId, subscription: await service.subscribe(publicKey), ...credentials(guest) };
    const headers = { 'content-type': 'application/json' };
    const ask = (more: object = {}) =>
      guest.sendOnce('POST', '/api/push/subscribe', {
        body: JSON.stringify(body),
        headers: { ...headers, ...more },
      });
    const asked = await ask();
    expect(asked).toMatchObject({ status: 429, json: { code: 'proof_required' } });
    expect((await ask({ 'x-proof-of-work': proofFor(asked) })).status).toBe(201);
    expect((await ask()).status).toBe(201);
  });
});
