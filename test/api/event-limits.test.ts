import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import type { EventRecord } from '../../functions/domain/records.ts';
import { splitLimit } from '../../functions/domain/event-limits.ts';
import { dynamoClient } from '../../functions/aws/clients.ts';
import { getRow, tableName } from '../../functions/table/dynamo.ts';
import { type Key, keys } from '../../functions/table/keys.ts';
import { PEOPLE_SHARDS } from '../../functions/table/shards.ts';
import type { Client } from '../fixtures/api-client.ts';
import { chooseOnCheckoutPage, connectStripe, sessionIdOf } from '../fixtures/stripe-client.ts';
import { newUser } from '../fixtures/new-user.ts';
import { credentials, type Guest, guestQuery, type SignedIn } from '../fixtures/users-and-guests.ts';
import {
  eventually,
  type File,
  issueUpload,
  jpegFile,
  putUpload,
  save,
  upload,
} from '../fixtures/uploads.ts';
import { seedGuest } from '../fixtures/seed-guest.ts';
import { seedItem } from '../fixtures/seed-item.ts';
import { seedEvent } from '../fixtures/seed-event.ts';

const base = inject('siteUrl');
const PEOPLE = Number(inject('environment')['EVENT_PEOPLE_LIMIT']);
const UPLOADS = Number(inject('environment')['PERSON_UPLOAD_LIMIT']);

let host: SignedIn;
let file: File;

beforeAll(async () => {
  host = await newUser(base);
  file = await jpegFile(1);
});

const newEvent = (fields: Partial<EventRecord> = {}): Promise<string> =>
  seedEvent(host, { name: 'Limits', ...fields });

/** Nobody waits for thousands of people: a count is written as if they had come. */
async function pretend(key: Key, counts: Record<string, number>): Promise<void> {
  const names = Object.keys(counts);
  await dynamoClient().send(
    new UpdateCommand({
      TableName: tableName(),
      Key: key,
      UpdateExpression: `SET ${names.map((name) => `${name} = :${name}`).join(', ')}`,
      ExpressionAttributeValues: Object.fromEntries(names.map((name) => [`:${name}`, counts[name]])),
    }),
  );
}

const firstShard = { guests: 0, accounts: PEOPLE_SHARDS, 'guest-checkouts': 3 * PEOPLE_SHARDS } as const;

/** Leaves this many places free in one of an event's rooms, spread over its counters. */
async function leaveFree(
  eventId: string,
  places: number,
  room: keyof typeof firstShard = 'guests',
): Promise<void> {
  let left = places;
  for (const [shard, most] of splitLimit(PEOPLE, PEOPLE_SHARDS).entries()) {
    const free = Math.min(left, 2);
    left -= free;
    await pretend(keys.peopleCount(eventId, firstShard[room] + shard), { people: most - free });
  }
}

const full = { status: 403, json: { code: 'event_full' } };
const tooMany = { status: 403, json: { code: 'upload_limit' } };
const askFor = (client: Client, eventId: string) => issueUpload(client, { eventId });
const vote = (guest: Guest, itemId: string) => guest.post(`/api/media/${itemId}/vote`, credentials(guest));
const newGuests = (count: number) => Promise.all(Array.from({ length: count }, () => seedGuest(base)));
const peopleOf = async (eventId: string) => (await host.get(`/api/events/${eventId}/people`)).json;

async function newEventWithItem(fields: Partial<EventRecord> = {}) {
  const eventId = await newEvent(fields);
  return { eventId, itemId: (await seedItem(host, eventId)).id };
}

describe('an event', () => {
  it('fills up to its last place, however many come at once, and asking for an upload takes none', async () => {
    const { eventId, itemId } = await newEventWithItem();
    await leaveFree(eventId, 3);
    const guests = await newGuests(6);
    const asked = await Promise.all(guests.map((guest) => askFor(guest, eventId)));
    expect(asked.map(({ status }) => status)).toEqual(guests.map(() => 201));
    const answers = await Promise.all(guests.map((guest) => vote(guest, itemId)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    for (const answer of answers.filter(({ status }) => status !== 200)) expect(answer).toMatchObject(full);
    expect(await peopleOf(eventId)).toHaveLength(4);
    // Who could not save would upload for nothing.
    expect(
      await askFor(guests[answers.findIndex(({ status }) => status !== 200)] ?? host, eventId),
    ).toMatchObject(full);
  });

  it('that is full of guests can be seen, its people go on, and accounts have room of their own', async () => {
    const { eventId, itemId } = await newEventWithItem();
    const [inside, outside] = [await seedGuest(base), await seedGuest(base)];
    await seedItem(inside, eventId);
    await leaveFree(eventId, 0);
    expect(await vote(outside, itemId)).toMatchObject(full);
    const seen = await outside.get(`/api/events/${eventId}/media?${guestQuery(outside)}`);
    expect(seen.json).toHaveLength(2);
    expect((await askFor(inside, eventId)).status).toBe(201);
    expect((await vote(inside, itemId)).status).toBe(200);

    const [user, late] = [await newUser(base), await newUser(base)];
    expect((await user.post(`/api/events/${eventId}/join`)).status).toBe(201);
    await leaveFree(eventId, 0, 'accounts');
    expect(await late.post(`/api/events/${eventId}/join`)).toMatchObject(full);
    for (const one of [user, host]) expect((await askFor(one, eventId)).status).toBe(201);
  });

  it('has a free place when somebody leaves for good; a claim always has one', async () => {
    const { eventId, itemId } = await newEventWithItem();
    const [leaving, claimed, next, after] = await newGuests(4);
    if (!leaving || !claimed || !next || !after) throw new Error('No guests.');
    for (const guest of [leaving, claimed]) expect((await vote(guest, itemId)).status).toBe(200);
    await leaveFree(eventId, 0);
    await leaveFree(eventId, 0, 'accounts');

    const user = await newUser(base);
    expect((await user.post('/api/guests/claim', credentials(claimed))).status).toBe(200);
    await eventually(async () => (await getRow(person(eventId, claimed))) === undefined);
    expect((await peopleOf(eventId)).map(({ id }) => id)).toContain(user.userId);
    // The claimed guest's place, and that of the one who leaves.
    expect((await vote(next, itemId)).status).toBe(200);
    expect(await vote(after, itemId)).toMatchObject(full);
    await leaving.delete(`/api/guests/${leaving.guestId}?token=${leaving.token}`);
    await eventually(async () => (await vote(after, itemId)).status === 200);
  });

  it('has a free place when its owner blocks somebody, and one more when they are let in again', async () => {
    const { eventId, itemId } = await newEventWithItem();
    const [rude, next, last] = await newGuests(3);
    if (!rude || !next || !last) throw new Error('No guests.');
    expect((await vote(rude, itemId)).status).toBe(200);
    await leaveFree(eventId, 0);
    const path = `/api/events/${eventId}/people/${rude.guestId}` as const;
    expect((await host.delete(path)).status).toBe(204);
    expect((await vote(next, itemId)).status).toBe(200);
    expect((await host.post(`${path}/restore`)).status).toBe(204);
    expect((await askFor(rude, eventId)).status).toBe(201);
    expect(await vote(last, itemId)).toMatchObject(full);
    // Over the limit by one: the place of the next who is blocked is nobody's.
    expect((await host.delete(path)).status).toBe(204);
    expect(await vote(last, itemId)).toMatchObject(full);
    expect(await peopleOf(eventId)).toHaveLength(3);
  });

  it('takes no place for notifications or an open checkout, and one for money that has come, full or not', async () => {
    const { eventId } = await newEventWithItem({ isPaid: true, priceCents: 500 });
    const [payer, late] = await newGuests(2);
    if (!payer || !late) throw new Error('No guests.');
    const open = (guest: Guest) => guest.post(`/api/events/${eventId}/create-checkout`, credentials(guest));
    const checkout = await open(payer);
    expect(await peopleOf(eventId)).toHaveLength(1);
    await leaveFree(eventId, 0);
    expect(await open(late)).toMatchObject(full);
    await chooseOnCheckoutPage(payer, checkout.json.url, 'pay');
    const own = `/api/events/${eventId}?${guestQuery(payer)}` as const;
    await eventually(async () => (await payer.get(own)).json.hasPlace);
    expect((await peopleOf(eventId)).map(({ id }) => id)).toContain(payer.guestId);
    expect(await upload(payer, eventId, file)).toMatchObject({ isOwn: true });
  });
});

describe('an event with as many open checkouts of strangers as it can take', () => {
  it('takes no more, keeps no trace of who is refused, and one again for each that ends', async () => {
    const eventId = await newEvent({ isPaid: true, priceCents: 500 });
    const open = (guest: Guest) => guest.post(`/api/events/${eventId}/create-checkout`, credentials(guest));
    const [first, late] = await newGuests(2);
    if (!first || !late) throw new Error('No guests.');
    const checkout = await open(first);
    await leaveFree(eventId, 0, 'guest-checkouts');
    expect(await open(late)).toMatchObject({ status: 409, json: { code: 'checkouts_full' } });
    expect(await getRow(person(eventId, late))).toBeUndefined();
    const user = await newUser(base);
    expect((await user.post(`/api/events/${eventId}/create-checkout`, {})).status).toBe(200);
    const bank = await connectStripe(inject('environment'));
    await bank.stripe.checkout.sessions.expire(sessionIdOf(checkout.json.url));
    await eventually(async () => (await open(late)).status === 200);
  });
});

const person = (eventId: string, guest: Guest) => keys.membership(eventId, `guest:${guest.guestId}`);

describe('a person', () => {
  it('can save up to the limit, however many at once, and a refused file is not lost', async () => {
    const eventId = await newEvent();
    const guest = await seedGuest(base);
    const paths = await Promise.all(Array.from({ length: 3 }, () => putUpload(guest, eventId, file)));
    await seedItem(guest, eventId);
    await pretend(person(eventId, guest), { uploadCount: UPLOADS - 2, everUploaded: UPLOADS - 2 });
    const answers = await Promise.all(paths.map((objectPath) => save(guest, eventId, { objectPath, file })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
    for (const answer of answers.filter(({ status }) => status !== 201))
      expect(answer).toMatchObject(tooMany);
    expect(await askFor(guest, eventId)).toMatchObject(tooMany);

    // After a deletion, the very file that was refused is saved.
    const [kept] = answers.filter(({ status }) => status === 201);
    const refused = paths[answers.findIndex(({ status }) => status === 403)] ?? '';
    const own = `/api/events/${eventId}/media/${kept?.json.id}?${guestQuery(guest)}`;
    expect((await guest.delete(own)).status).toBe(204);
    expect((await save(guest, eventId, { objectPath: refused, file })).status).toBe(201);
  });

  it('cannot save and delete for ever', async () => {
    const eventId = await newEvent();
    const guest = await seedGuest(base);
    await seedItem(guest, eventId);
    const objectPath = await putUpload(guest, eventId, file);
    await pretend(person(eventId, guest), { uploadCount: 0, everUploaded: 3 * UPLOADS });
    expect(await askFor(guest, eventId)).toMatchObject(tooMany);
    expect(await save(guest, eventId, { objectPath, file })).toMatchObject(tooMany);
  });

  it('who owns the event has no such limit', async () => {
    const eventId = await newEvent();
    await pretend(keys.membership(eventId, `user:${host.userId}`), {
      uploadCount: 9 * UPLOADS,
      everUploaded: 9 * UPLOADS,
    });
    expect(await upload(host, eventId, file)).toMatchObject({ isOwn: true });
  });
});
