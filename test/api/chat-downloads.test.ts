import sharp from 'sharp';
import { beforeAll, expect, inject, it } from 'vitest';
import { chargeOf, MADE_PHOTO_BYTES } from '../../functions/downloads/archive-budget.ts';
import { getBudgetUse } from '../../functions/downloads/archive-budget-store.ts';
import type { Client } from '../fixtures/api-client.ts';
import { fetchZip, measureDownload, startDownload } from '../fixtures/downloads.ts';
import { readZip } from '../fixtures/read-zip.ts';
import { newUser } from '../fixtures/new-user.ts';
import { guestQuery } from '../fixtures/users-and-guests.ts';
import { addReady, downloadsWorld, type DownloadsWorld, photo } from './downloads-world.ts';
import { passPauses } from './pass-pauses.ts';
import { waitForDownload } from './wait-for-download.ts';

const base = inject('siteUrl');

/** Larger than a photo for chats. */
const LARGE: [number, number] = [2100, 1050];

let host: DownloadsWorld['host'];
let guest: DownloadsWorld['guest'];
let stranger: DownloadsWorld['stranger'];
let newEvent: DownloadsWorld['newEvent'];

beforeAll(async () => {
  // Rows are read, and some are written, directly.
  Object.assign(process.env, inject('environment'));
  ({ host, guest, stranger, newEvent } = await downloadsWorld(base, 'Grace'));
});

const filesOf = async (client: Client, eventId: string, photos: 'chat' | 'full' = 'chat') =>
  readZip(await fetchZip((await waitForDownload(client, eventId, photos)).url));

it('a ZIP for chats has every photo as a small JPEG, named and dated as in the one at full size, and none that is removed', async () => {
  const eventId = await newEvent();
  const { id } = await addReady(guest, eventId, await photo('IMG_1.JPG', '2026:05:02 18:34:05', LARGE));
  await addReady(host, eventId, await photo('small.jpg', '2026:05:02 09:10:11'));
  const [small, full] = [await filesOf(host, eventId), await filesOf(host, eventId, 'full')];
  expect(small.map(({ name }) => name)).toEqual([
    '2026-05-02 09.10.11 Ada Lovelace small.jpg',
    '2026-05-02 18.34.05 Grace IMG_1.jpg',
  ]);
  expect(small.map(({ modified }) => modified)).toEqual(full.map(({ modified }) => modified));
  const sizes = await Promise.all(small.map(async ({ bytes }) => sharp(bytes).metadata()));
  expect(sizes.map(({ format, width, height }) => [format, width, height])).toEqual([
    ['jpeg', 300, 200],
    ['jpeg', 2000, 1000],
  ]);
  for (const { bytes } of small) expect(bytes.includes('SecretCamera')).toBe(false);
  const others = await filesOf(stranger, eventId);
  expect(others.map(({ name }) => name)).toEqual(['2026-05-02 09.10.11.jpg', '2026-05-02 18.34.05.jpg']);
  expect(others.map(({ bytes }) => bytes)).toEqual(small.map(({ bytes }) => bytes));

  const before = await waitForDownload(stranger, eventId, 'chat');
  await guest.delete(`/api/events/${eventId}/media/${id}?${guestQuery(guest)}`);
  const after = await waitForDownload(stranger, eventId, 'chat');
  expect(after).toMatchObject({ fileCount: 1 });
  expect(after.id).not.toBe(before.id);
  expect(await measureDownload(stranger, eventId)).toMatchObject({ full: { fileCount: 1 } });
});

it('sizes are told before anything is made, exactly at full size, to each what they would get', async () => {
  const eventId = await newEvent({ moderationEnabled: true });
  const { id } = await addReady(host, eventId, await photo('a.jpg', '2026:05:02 18:34:05', LARGE));
  await host.put(`/api/media/${id}/moderate`, { status: 'approved' });
  await addReady(guest, eventId, await photo('b.jpg', '2026:05:02 18:34:06'));
  const [owners, others] = [await measureDownload(host, eventId), await measureDownload(guest, eventId)];
  expect(owners).toMatchObject({ full: { photoCount: 2, videoCount: 0, fileCount: 2, isExact: true } });
  expect(others).toMatchObject({
    full: { photoCount: 1, isExact: true },
    chat: { photoCount: 1, isExact: false },
  });
  expect((await waitForDownload(host, eventId)).totalBytes).toBe(owners.full.bytes);
  expect((await waitForDownload(guest, eventId)).totalBytes).toBe(others.full.bytes);
  // What was made says it exactly.
  const { totalBytes } = await waitForDownload(guest, eventId, 'chat');
  const after = await measureDownload(guest, eventId);
  expect(after.chat).toMatchObject({ photoCount: 1, bytes: totalBytes, isExact: true });
  expect(after.full).toEqual(others.full);
  expect(totalBytes).toBeLessThan(others.full.bytes);
  expect(Math.abs(others.chat.bytes / totalBytes - 1)).toBeLessThan(0.6);
});

it('an item says how large its file is: the original for who gets that, for others the clean copy', async () => {
  const [eventId, coHost] = [await newEvent(), await newUser(base)];
  await coHost.post(`/api/events/${eventId}/join`);
  await host.post(`/api/events/${eventId}/people/${coHost.userId}/co-host`);
  const file = await photo('a.jpg', '2026:05:02 18:34:05');
  const { id } = await addReady(guest, eventId, file);
  const sizeFor = async (client: Client) => {
    const [item] = (await client.get(`/api/events/${eventId}/media`)).json;
    const answer = await client.get(`/api/media/${id}/download`);
    const bytes = (await fetchZip(answer.headers.get('location') ?? '')).length;
    return { said: item?.downloadSize, bytes };
  };
  const [owners, others] = [await sizeFor(host), await sizeFor(stranger)];
  expect(owners).toEqual({ said: file.bytes.length, bytes: file.bytes.length });
  expect(others.said).toBe(others.bytes);
  expect(await sizeFor(coHost)).toEqual(others);
  expect(others.bytes).toBeLessThan(file.bytes.length);
});

it('the two sizes are kept apart, wait by themselves, and share the budget of a day', async () => {
  const eventId = await newEvent();
  await addReady(host, eventId, await photo('a.jpg', '2026:05:02 18:34:05'));
  const full = await waitForDownload(guest, eventId);
  const chat = await waitForDownload(guest, eventId, 'chat');
  expect(chat.id).not.toBe(full.id);
  expect([full.photoSize, chat.photoSize]).toEqual(['full', 'chat']);
  expect((await startDownload(stranger, eventId)).json.id).toBe(full.id);
  expect((await startDownload(stranger, eventId, 'chat')).json.id).toBe(chat.id);
  const use = () => getBudgetUse({ eventId, viewer: 'everyone', photoSize: 'chat' }, new Date());
  const once = chargeOf(full) + chargeOf(chat) + MADE_PHOTO_BYTES;
  expect((await use()).chargedBytes).toBe(once);

  await addReady(host, eventId, await photo('b.jpg', '2026:05:02 18:34:06'));
  expect((await startDownload(guest, eventId, 'chat')).json).toMatchObject({ id: chat.id, itemsSince: 1 });
  await passPauses(eventId);
  const next = await waitForDownload(guest, eventId, 'chat');
  expect(next).toMatchObject({ fileCount: 2, itemsSince: 0 });
  // The first photo was kept.
  expect((await use()).chargedBytes).toBe(once + chargeOf(next) + MADE_PHOTO_BYTES);
});
