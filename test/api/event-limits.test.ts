import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { splitLimit } from '../../functions/domain/event-limits.ts';
import { dynamoClient } from '../../functions/aws/clients.ts';
import { tableName } from '../../functions/table/dynamo.ts';
import { type Key, keys, PEOPLE_SHARDS } from '../../functions/table/keys.ts';
import type { Client } from '../fixtures/api-client.ts';
import {
  credentials,
  type Guest,
  guestQuery,
  newGuest,
  signIn,
  type SignedIn,
} from '../fixtures/users-and-guests.ts';
import {
  eventually,
  type File,
  issueUpload,
  jpegFile,
  putUpload,
  save,
  upload,
} from '../fixtures/uploads.ts';

const base = inject('siteUrl');
const PEOPLE = Number(inject('environment')['EVENT_PEOPLE_LIMIT']);
const UPLOADS = Number(inject('environment')['PERSON_UPLOAD_LIMIT']);

let host: SignedIn;
let file: File;

beforeAll(async () => {
  host = await signIn(base);
  file = await jpegFile(1);
});

const newEvent = async (fields: object = {}): Promise<string> =>
  (await host.post('/api/events', { name: 'Limits', privacy: 'public', ...fields })).json.id;

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

/** Leaves this many places free in an event, spread over its counters. */
async function leaveFree(eventId: string, places: number): Promise<void> {
  let left = places;
  for (const [shard, most] of splitLimit(PEOPLE, PEOPLE_SHARDS).entries()) {
    const free = Math.min(left, 2);
    left -= free;
    await pretend(keys.peopleCount(eventId, shard), { people: most - free });
  }
}

const full = { status: 403, json: { code: 'event_full' } };
const tooMany = { status: 403, json: { code: 'upload_limit' } };
const askFor = (client: Client, eventId: string) => issueUpload(client, { eventId });

describe('an event', () => {
  it('fills up to its last place, however many come at once, and refuses the others before they upload', async () => {
    const eventId = await newEvent();
    await leaveFree(eventId, 5);
    const guests = await Promise.all(Array.from({ length: 12 }, () => newGuest(base)));
    const answers = await Promise.all(guests.map((guest) => askFor(guest, eventId)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
    const refused = answers.filter(({ status }) => status !== 201);
    for (const answer of refused) expect(answer).toMatchObject(full);
    const { json } = await host.get(`/api/events/${eventId}/people`);
    expect(json).toHaveLength(6);
  });

  it('that is full can still be seen, and its people and its owner go on', async () => {
    const eventId = await newEvent();
    const [inside, outside] = [await newGuest(base), await newGuest(base)];
    const { id } = await upload(inside, eventId, file);
    await leaveFree(eventId, 0);
    const user = await signIn(base);
    expect(await user.post(`/api/events/${eventId}/join`)).toMatchObject(full);
    expect(await outside.post(`/api/media/${id}/vote`, credentials(outside))).toMatchObject(full);
    expect((await outside.get(`/api/events/${eventId}/media?${guestQuery(outside)}`)).json).toHaveLength(1);
    for (const client of [inside, host]) await upload(client, eventId, file);
    expect((await inside.post(`/api/media/${id}/vote`, credentials(inside))).status).toBe(200);
  });

  it('has a free place when somebody leaves for good; a claim takes the place of its guest', async () => {
    const eventId = await newEvent();
    const [leaving, claimed, next] = [await newGuest(base), await newGuest(base), await newGuest(base)];
    for (const guest of [leaving, claimed]) expect((await askFor(guest, eventId)).status).toBe(201);
    const places = async (guest: Guest) => (await askFor(guest, eventId)).status;
    const parts = splitLimit(PEOPLE, PEOPLE_SHARDS);
    for (const [shard, most] of parts.entries())
      await pretend(keys.peopleCount(eventId, shard), { people: most });

    const user = await signIn(base);
    expect((await user.post('/api/guests/claim', credentials(claimed))).status).toBe(200);
    await eventually(async () => {
      const { json } = await host.get(`/api/events/${eventId}/people`);
      const ids = json.map((person) => person.id);
      return ids.includes(user.userId) && !ids.includes(claimed.guestId);
    });
    expect(await places(next)).toBe(403);
    await leaving.delete(`/api/guests/${leaving.guestId}?token=${leaving.token}`);
    await eventually(async () => (await places(next)) === 201);
    expect(await places(await newGuest(base))).toBe(403);
  });
});

const person = (eventId: string, guest: Guest) => keys.membership(eventId, `guest:${guest.guestId}`);

describe('a person', () => {
  it('can save up to the limit, however many at once, and a refused file is not lost', async () => {
    const eventId = await newEvent();
    const guest = await newGuest(base);
    const paths = await Promise.all(Array.from({ length: 6 }, () => putUpload(guest, eventId, file)));
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
    const guest = await newGuest(base);
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
