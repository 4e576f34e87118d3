import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { getNumbers } from '../../shared/contract/numbers.ts';
import { dynamoClient } from '../../functions/aws/clients.ts';
import { newId } from '../../functions/domain/ids.ts';
import {
  addDownload,
  type DownloadCounts,
  type DownloadKind,
  type Downloader,
  getDownloadCounts,
  MOST_COUNTED_DOWNLOADS,
} from '../../functions/table/download-counts.ts';
import { tableName } from '../../functions/table/dynamo.ts';
import { downloadsOf } from '../../functions/table/keys.ts';
import { queryRows } from '../../functions/table/query-rows.ts';
import { Client } from '../fixtures/api-client.ts';
import { useOwnTable } from '../fixtures/own-table.ts';
import { parseResponse } from '../fixtures/parse-response.ts';
import { eventually } from '../fixtures/uploads.ts';
import { newUser } from '../fixtures/new-user.ts';
import { seedEvent } from '../fixtures/seed-event.ts';
import { seedGuest } from '../fixtures/seed-guest.ts';
import { credentials, type Guest, guestQuery, type SignedIn } from '../fixtures/users-and-guests.ts';
import { seedPhoto } from './downloads-world.ts';

const base = inject('siteUrl');

const now = new Date('2026-06-30T18:00:00.000Z');
const none: DownloadCounts = { zipPeople: 0, full: 0, chat: 0, singlePeople: 0, single: 0 };

const rowsOf = (eventId: string) =>
  queryRows({
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': downloadsOf(eventId) },
    ConsistentRead: true,
  });

const counter =
  (eventId: string) =>
  (kind: DownloadKind, downloader: Downloader, at = now) =>
    addDownload({ eventId, kind }, downloader, at);

describe('downloads', () => {
  beforeAll(() => useOwnTable('download-counts'));
  afterAll(() => {
    Object.assign(process.env, inject('environment'));
  });

  it('of all are counted by people, once in each size of photos', async () => {
    const eventId = newId('evt');
    const count = counter(eventId);
    for (let press = 0; press < 3; press += 1) await count('full', 'user:ada');
    await count('chat', 'user:ada');
    await count('chat', 'guest:ben');
    expect(await getDownloadCounts(eventId)).toEqual({ ...none, zipPeople: 2, full: 1, chat: 2 });
  });

  it('of single items are counted each time, a thousand times of one downloader, and by people', async () => {
    const eventId = newId('evt');
    const count = counter(eventId);
    await count('single', 'user:ada');
    const known = (await rowsOf(eventId)).find(({ sk }) => sk !== 'COUNTS');
    // As after all but one of those that are counted.
    const Item = { ...known, single: MOST_COUNTED_DOWNLOADS.single - 1 };
    await dynamoClient().send(new PutCommand({ TableName: tableName(), Item }));
    for (let press = 0; press < 3; press += 1) await count('single', 'user:ada');
    await count('single', 'guest:ben');
    expect(await getDownloadCounts(eventId)).toEqual({ ...none, single: 3, singlePeople: 2 });
  });

  it('of many at the same moment are all counted', async () => {
    const eventId = newId('evt');
    await Promise.all(Array.from({ length: 30 }, (_, each) => counter(eventId)('full', `guest:${each}`)));
    expect(await getDownloadCounts(eventId)).toEqual({ ...none, zipPeople: 30, full: 30 });
  });

  it('without a name are counted by network and day', async () => {
    const eventId = newId('evt');
    const [venue, home] = [{ networkHash: 'a' }, { networkHash: 'b' }];
    for (const network of [venue, venue, home]) await counter(eventId)('full', network);
    expect(await getDownloadCounts(eventId)).toEqual({ ...none, zipPeople: 2, full: 2 });
    await counter(eventId)('full', venue, new Date('2026-07-01T00:00:00.000Z'));
    expect(await getDownloadCounts(eventId)).toEqual({ ...none, zipPeople: 3, full: 3 });
  });

  it('keep no name of who they are of, and what stands for them goes by itself', async () => {
    const eventId = newId('evt');
    // With a capital, which neither ids nor hashes have by chance.
    await counter(eventId)('single', 'user:Ada');
    await counter(eventId)('single', { networkHash: 'a' });
    const rows = await rowsOf(eventId);
    expect(JSON.stringify(rows)).not.toMatch(/Ada|user:/);
    const known = rows
      .filter(({ sk }) => sk !== 'COUNTS')
      .map(({ expiresAtSeconds }) => Number(expiresAtSeconds));
    expect(known.map((end) => (end - now.getTime() / 1000) / 86_400).toSorted((a, b) => a - b)).toEqual([
      1, 30,
    ]);
  });
});

describe('the numbers', () => {
  let host: SignedIn;
  let guest: Guest;
  let eventId: string;
  let item: string;

  beforeAll(async () => {
    [host, guest] = await Promise.all([newUser(base, 'Olive'), seedGuest(base, 'Grace')]);
    eventId = await seedEvent(host, { name: 'Numbers' });
    ({ id: item } = await seedPhoto(guest, eventId));
  });

  const ask = (client: Client, body: object = {}) => client.post(`/api/events/${eventId}/archive`, body);
  const save = (client: Client, query = '') => client.get(`/api/media/${item}/download?${query}`);
  const shown = async () =>
    parseResponse(getNumbers, await host.get(`/api/events/${eventId}/numbers`)).downloads;

  it('tell how many downloaded all, new or handed out again, and how often single items were, by others than the owner', async () => {
    expect(await shown()).toEqual({ all: { people: 0, full: 0, chat: 0 }, single: { times: 0, people: 0 } });
    const [anna, stranger] = [await seedGuest(base, 'Anna'), new Client(base)];
    for (let press = 0; press < 3; press += 1) {
      expect((await ask(guest, credentials(guest))).status).toBe(200);
      expect((await ask(host)).status).toBe(200);
    }
    expect((await ask(guest, { ...credentials(guest), photos: 'chat' })).status).toBe(200);
    expect((await ask(anna, credentials(anna))).status).toBe(200);
    expect((await ask(stranger)).status).toBe(200);
    expect((await ask(new Client(base))).status).toBe(200);
    for (const query of [guestQuery(guest), guestQuery(guest), '']) {
      expect((await save(guest, query)).status).toBe(302);
    }
    expect((await save(host)).status).toBe(302);
    // As the large view and the screen ask for all pixels.
    expect((await save(anna, `${guestQuery(anna)}&view=true`)).status).toBe(302);
    expect(await shown()).toEqual({ all: { people: 3, full: 3, chat: 1 }, single: { times: 3, people: 2 } });
  });

  it('count nobody who is refused', async () => {
    const before = await shown();
    await host.put(`/api/events/${eventId}`, { privacy: 'private' });
    expect((await ask(new Client(base))).status).toBe(401);
    expect((await save(new Client(base))).status).toBe(401);
    await host.put(`/api/events/${eventId}`, { privacy: 'public' });
    expect(await shown()).toEqual(before);
  });

  it('stay when somebody leaves, of whom nothing stays', async () => {
    const [before, rows] = [await shown(), await rowsOf(eventId)];
    expect((await guest.delete(`/api/guests/${guest.guestId}?token=${guest.token}`)).status).toBeLessThan(
      300,
    );
    await eventually(async () => (await rowsOf(eventId)).length === rows.length - 1);
    expect(await shown()).toEqual(before);
  });

  it('go with the event', async () => {
    expect(await rowsOf(eventId)).not.toEqual([]);
    expect((await host.delete(`/api/events/${eventId}`)).status).toBeLessThan(300);
    await eventually(async () => (await rowsOf(eventId)).length === 0);
  });
});
