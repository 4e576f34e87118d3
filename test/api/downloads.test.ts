import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import sharp from 'sharp';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { dynamoClient } from '../../functions/aws/clients.ts';
import { keys } from '../../functions/table/keys.ts';
import { getMedia } from '../../functions/table/media.ts';
import { fetchZip, getDownload, startDownload } from '../fixtures/downloads.ts';
import type { Client } from '../fixtures/api-client.ts';
import { type Guest, guestQuery } from '../fixtures/users-and-guests.ts';
import { seedGuest } from '../fixtures/seed-guest.ts';
import { readZip } from '../fixtures/read-zip.ts';
import { passPauses } from './pass-pauses.ts';
import { eventually, type File, jpegFile } from '../fixtures/uploads.ts';
import { addReady, downloadsWorld, type DownloadsWorld, photo, seedPhoto } from './downloads-world.ts';
import { waitForDownload, downloadedFiles } from './wait-for-download.ts';

const base = inject('siteUrl');

let host: DownloadsWorld['host'];
let guest: DownloadsWorld['guest'];
let stranger: DownloadsWorld['stranger'];
let newEvent: DownloadsWorld['newEvent'];

beforeAll(async () => {
  // Some rows are written directly.
  Object.assign(process.env, inject('environment'));
  ({ host, guest, stranger, newEvent } = await downloadsWorld(base, 'Grace/Hopper'));
});

const pixels = (bytes: Buffer): Promise<Buffer> => sharp(bytes).raw().toBuffer();

describe('a ZIP of a gallery', () => {
  let eventId: string;
  let first: File;
  let second: File;
  beforeAll(async () => {
    eventId = await newEvent();
    first = await photo('IMG_1.JPG', '2026:05:02 18:34:05');
    second = await photo('IMG_2.jpg', '2026:05:02 09:10:11');
    await addReady(guest, eventId, first);
    await addReady(host, eventId, second);
  });

  it('holds every original for the owner, byte for byte, named by capture time and uploader', async () => {
    const files = await downloadedFiles(host, eventId);
    expect(files.map(({ name }) => name)).toEqual([
      '2026-05-02 09.10.11 Ada Lovelace IMG_2.jpg',
      '2026-05-02 18.34.05 Grace-Hopper IMG_1.JPG',
    ]);
    expect(files.map(({ bytes }) => bytes)).toEqual([second.bytes, first.bytes]);
    expect(files[1]?.modified).toEqual(new Date('2026-05-02T16:34:05Z'));
  });

  it('holds clean copies for others, even of their own items, without names', async () => {
    for (const viewer of [guest, stranger]) {
      const files = await downloadedFiles(viewer, eventId);
      expect(files.map(({ name }) => name)).toEqual(['2026-05-02 09.10.11.jpg', '2026-05-02 18.34.05.jpg']);
      for (const [at, { bytes }] of [second, first].entries())
        expect((await pixels(files[at]?.bytes ?? Buffer.of())).equals(await pixels(bytes))).toBe(true);
      expect(Buffer.concat(files.map(({ bytes }) => bytes)).includes('SecretCamera')).toBe(false);
    }
  });

  it('calls each file what the download of it alone is called, and nothing that an uploader made up', async () => {
    const eventId = await newEvent({ name: 'CON.' });
    const evil = { ...(await jpegFile(3)), name: '..\\IMG\u202Egpj.hta' };
    const { id } = await addReady(guest, eventId, evil);
    const alone = async (client: Client, query = '') => {
      const { headers } = await client.get(`/api/media/${id}/download${query}`);
      const response = await fetch(headers.get('location') as string);
      const name = /filename\*=UTF-8''(\S+)/.exec(response.headers.get('content-disposition') ?? '')?.[1];
      return decodeURIComponent(name ?? '');
    };
    const zipped = async (client: Client) => (await downloadedFiles(client, eventId))[0]?.name;
    const original = 'Unknown date Grace-Hopper -IMGgpj.hta.jpg';
    expect(await alone(host)).toBe(original);
    expect(await alone(guest, `?${guestQuery(guest)}`)).toBe(original);
    expect(await zipped(host)).toBe(original);
    const clean = await alone(stranger);
    expect(clean).toBe('Photos CON. 001.jpg');
    expect(await zipped(stranger)).toBe(clean);
  });

  it('states its length in advance, is made once for all who see the same, and is found again', async () => {
    const [one, two] = [await waitForDownload(guest, eventId), await waitForDownload(stranger, eventId)];
    expect(two.id).toBe(one.id);
    expect(one).toMatchObject({ state: 'ready', fileCount: 2, leftOut: 0 });
    expect(one.doneBytes).toBe(one.totalBytes);
    expect(await fetchZip(one.url)).toHaveLength(one.totalBytes);
    expect((await getDownload(guest, { eventId, id: one.id })).json).toMatchObject({ state: 'ready' });
    expect((await waitForDownload(host, eventId)).id).not.toBe(one.id);
  });

  it('can be resumed from any byte, and is named after the event', async () => {
    const { url, totalBytes } = await waitForDownload(guest, eventId);
    const head = await fetch(url, { headers: { range: 'bytes=0-299' } });
    const tail = await fetch(url, { headers: { range: 'bytes=300-' } });
    expect([head.status, tail.status]).toEqual([206, 206]);
    expect(tail.headers.get('content-range')).toBe(`bytes 300-${totalBytes - 1}/${totalBytes}`);
    expect(tail.headers.get('content-type')).toBe('application/zip');
    expect(tail.headers.get('content-disposition')).toContain("filename*=UTF-8''Ana%20%26%20Ben.zip");
    const parts = await Promise.all([head.arrayBuffer(), tail.arrayBuffer()]);
    expect(await readZip(Buffer.concat(parts.map((part) => new Uint8Array(part))))).toHaveLength(2);
  });

  it("is only for its viewer: nobody else gets the owner's, and none is found under another event", async () => {
    const { id } = await waitForDownload(host, eventId);
    expect((await getDownload(guest, { eventId, id })).status).toBe(404);
    expect((await getDownload(host, { eventId: await newEvent(), id })).status).toBe(404);
    expect((await getDownload(host, { eventId, id: 'arc_x' })).status).toBe(404);
  });
});

describe('what a viewer may not see', () => {
  it('is in nobody else’s ZIP while it is pending', async () => {
    const eventId = await newEvent({ moderationEnabled: true });
    const own = await photo('own.jpg', '2026:05:02 10:00:00');
    const { id } = await addReady(guest, eventId, own);
    expect(await downloadedFiles(stranger, eventId)).toEqual([]);
    expect(await downloadedFiles(await seedGuest(base), eventId)).toEqual([]);
    // Its uploader gets what all get, and is told so.
    expect(await downloadedFiles(guest, eventId)).toEqual([]);
    expect((await waitForDownload(guest, eventId)).ownPending).toBe(1);
    expect((await downloadedFiles(host, eventId))[0]?.bytes).toEqual(own.bytes);
    await host.put(`/api/media/${id}/moderate`, { status: 'approved' });
    await passPauses(eventId);
    expect(await downloadedFiles(stranger, eventId)).toHaveLength(1);
  });

  it('disappears from ZIPs that were made before it was rejected or deleted', async () => {
    const eventId = await newEvent();
    const items = [];
    for (const seed of [1, 2, 3]) items.push((await addReady(host, eventId, await jpegFile(seed))).id);
    const [, rejected, deleted] = items;
    for (const [left, takeAway] of [
      [2, () => host.put(`/api/media/${rejected}/moderate`, { status: 'rejected' })],
      [1, () => host.delete(`/api/events/${eventId}/media/${deleted}`)],
    ] as const) {
      const before = await waitForDownload(guest, eventId);
      await takeAway();
      const after = await getDownload(guest, { eventId, id: before.id });
      expect(after.json).toMatchObject({ state: 'outdated', url: null });
      expect(await downloadedFiles(guest, eventId)).toHaveLength(left);
      expect(await downloadedFiles(host, eventId)).toHaveLength(left);
      // A URL that was handed out before stops working, too, soon after.
      await eventually(async () => (await fetch(before.url)).status !== 200);
    }
  });

  it('is refused as the list is: before it is paid for, and to whoever was removed', async () => {
    const paid = await newEvent({ isPaid: true, priceCents: 500 });
    expect((await startDownload(guest, paid)).status).toBe(402);
    const eventId = await newEvent();
    await seedPhoto(guest, eventId);
    const { id } = await waitForDownload(guest, eventId);
    await host.delete(`/api/events/${eventId}/people/${guest.guestId}`);
    expect((await getDownload(guest, { eventId, id })).status).toBe(403);
    expect((await startDownload(guest, eventId)).status).toBe(403);
    await host.put(`/api/events/${eventId}`, { privacy: 'private' });
    expect((await getDownload(stranger, { eventId, id })).status).toBe(401);
  });
});

it('undated items are numbered by upload, for everybody and for good', async () => {
  const eventId = await newEvent();
  const ids: string[] = [];
  for (const number of [1, 2]) {
    if (number === 2) await addReady(host, eventId, await photo('dated.jpg', '2026:05:02 18:34:05'));
    ids.push((await addReady(host, eventId, await jpegFile(number))).id);
  }
  const names = async (viewer: Client | Guest) =>
    (await downloadedFiles(viewer, eventId)).map(({ name }) => name).toSorted();
  const [first, second, third] = ['Ana & Ben 001.jpg', 'Ana & Ben 002.jpg', 'Ana & Ben 003.jpg'];
  expect(await names(stranger)).toEqual(['2026-05-02 18.34.05.jpg', first, second]);
  const alone = await stranger.get(`/api/media/${ids[1]}/download`);
  expect(decodeURIComponent(alone.headers.get('location') ?? '')).toContain(encodeURIComponent(second));
  await host.delete(`/api/events/${eventId}/media/${ids[0]}`);
  await addReady(host, eventId, await jpegFile(3));
  await passPauses(eventId);
  expect(await names(guest)).toEqual(['2026-05-02 18.34.05.jpg', second, third]);
});

it('later items are in the next ZIP, while the earlier ZIP stays available', async () => {
  const eventId = await newEvent();
  await seedPhoto(host, eventId);
  const before = await waitForDownload(guest, eventId);
  await seedPhoto(host, eventId);
  const meanwhile = await waitForDownload(stranger, eventId);
  expect(meanwhile).toMatchObject({ id: before.id, asOf: before.asOf, fileCount: 1, itemsSince: 1 });
  expect(Date.parse(meanwhile.newerFrom)).toBeGreaterThan(Date.parse(before.asOf));
  await passPauses(eventId);
  const after = await waitForDownload(guest, eventId);
  expect(after).toMatchObject({ fileCount: 2, itemsSince: 0, newerFrom: null });
  expect(after.id).not.toBe(before.id);
  expect((await getDownload(guest, { eventId, id: before.id })).json.state).toBe('ready');
  const { status } = await host.delete(`/api/events/${eventId}`);
  expect(status).toBe(204);
  await eventually(async () => (await fetch(after.url)).status !== 200);
});

it('a row without checksums gets them once, and so does what its clean copy is', async () => {
  const eventId = await newEvent();
  const file = await jpegFile(3);
  const { id } = await addReady(host, eventId, file);
  const made = await getMedia(id);
  expect(made?.facts?.copy).toMatchObject({ extension: 'jpg' });
  await dynamoClient().send(
    new UpdateCommand({
      TableName: process.env['TABLE_NAME'],
      Key: keys.media(id),
      UpdateExpression: 'SET crc32 = :null REMOVE facts.#copy',
      ExpressionAttributeNames: { '#copy': 'copy' },
      ExpressionAttributeValues: { ':null': null },
    }),
  );
  expect((await downloadedFiles(host, eventId))[0]?.bytes).toEqual(file.bytes);
  expect((await downloadedFiles(stranger, eventId))[0]?.sizeBytes).toBe(made?.facts?.copy?.sizeBytes);
  expect(await getMedia(id)).toEqual(made);
});

it('stalled work is restarted by the next request for it', async () => {
  const eventId = await newEvent();
  await addReady(host, eventId, await jpegFile(4));
  const { json } = await host.post(`/api/events/${eventId}/archive`, {});
  await eventually(async () => (await getDownload(host, { eventId, id: json.id })).json.state === 'ready');
  // As if the system had been switched off during planning, with its messages lost.
  const then = new Date(Date.now() - 120_000).toISOString();
  await dynamoClient().send(
    new UpdateCommand({
      TableName: process.env['TABLE_NAME'],
      Key: keys.archive({ eventId, id: json.id }),
      UpdateExpression: 'SET #state = :planning, progressAt = :then REMOVE #plan, done',
      ExpressionAttributeNames: { '#state': 'state', '#plan': 'plan' },
      ExpressionAttributeValues: { ':planning': 'planning', ':then': then },
    }),
  );
  const again = await host.post(`/api/events/${eventId}/archive`, {});
  expect(again.json).toMatchObject({ id: json.id, state: 'preparing' });
  await eventually(async () => (await getDownload(host, { eventId, id: json.id })).json.state === 'ready');
});
