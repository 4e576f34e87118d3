import sharp from 'sharp';
import { beforeAll, expect, inject, it } from 'vitest';
import { chargeOf, MADE_PHOTO_BYTES } from '../../functions/downloads/archive-budget.ts';
import { getBudgetUse } from '../../functions/downloads/archive-budget-store.ts';
import type { Client } from '../fixtures/api-client.ts';
import { fetchZip, measureDownload, startDownload } from '../fixtures/downloads.ts';
import { readZip } from '../fixtures/read-zip.ts';
import { newUser } from '../fixtures/new-user.ts';
import { seedCoHost } from '../fixtures/seed-item.ts';
import type { File } from '../fixtures/uploads.ts';
import { guestQuery } from '../fixtures/users-and-guests.ts';
import { addReady, downloadsWorld, type DownloadsWorld, photo, seedPhoto } from './downloads-world.ts';
import { passPauses, setCreatedAt } from './pass-pauses.ts';
import { waitForDownload } from './wait-for-download.ts';

const base = inject('siteUrl');

let host: DownloadsWorld['host'];
let guest: DownloadsWorld['guest'];
let stranger: DownloadsWorld['stranger'];

// The tests follow each other in one gallery: the guest's large photo, the host's small one, and one that waits for approval.
let eventId: string;
let large: { id: string; file: File };

beforeAll(async () => {
  // Rows are read, and some are written, directly.
  Object.assign(process.env, inject('environment'));
  const world = await downloadsWorld(base, 'Grace');
  ({ host, guest, stranger } = world);
  eventId = await world.newEvent();
  // Wider than a photo for chats.
  const file = await photo('IMG_1.JPG', '2026:05:02 18:34:05', [2100, 210]);
  large = { id: (await addReady(guest, eventId, file)).id, file };
  await addReady(host, eventId, await photo('small.jpg', '2026:05:02 09:10:11'));
  await seedPhoto(guest, eventId, { status: 'pending' });
});

const filesOf = async (client: Client) =>
  readZip(await fetchZip((await waitForDownload(client, eventId, 'chat')).url));

it('sizes are told before anything is made, exactly at full size, to each what they would get', async () => {
  const [owners, others] = [await measureDownload(host, eventId), await measureDownload(guest, eventId)];
  expect(owners).toMatchObject({ full: { photoCount: 3, videoCount: 0, fileCount: 3, isExact: true } });
  expect(others).toMatchObject({
    full: { photoCount: 2, isExact: true },
    chat: { photoCount: 2, isExact: false },
  });
  expect((await waitForDownload(host, eventId)).totalBytes).toBe(owners.full.bytes);
  expect((await waitForDownload(guest, eventId)).totalBytes).toBe(others.full.bytes);
  // What was made says it exactly.
  const { totalBytes } = await waitForDownload(guest, eventId, 'chat');
  const after = await measureDownload(guest, eventId);
  expect(after.chat).toMatchObject({ photoCount: 2, bytes: totalBytes, isExact: true });
  expect(after.full).toEqual(others.full);
  expect(totalBytes).toBeLessThan(others.full.bytes);
  expect(Math.abs(others.chat.bytes / totalBytes - 1)).toBeLessThan(0.6);
});

it('a ZIP for chats has every photo as a small JPEG, named and dated as in the one at full size', async () => {
  const small = await filesOf(host);
  expect(small.map(({ name }) => name)).toEqual([
    '2026-05-02 09.10.11 Ada Lovelace small.jpg',
    '2026-05-02 18.34.05 Grace IMG_1.jpg',
    'Unknown date Grace photo-1.jpg',
  ]);
  expect(small.slice(0, 2).map(({ modified }) => modified)).toEqual([
    new Date('2026-05-02T07:10:11Z'),
    new Date('2026-05-02T16:34:05Z'),
  ]);
  const sizes = await Promise.all(small.map(async ({ bytes }) => sharp(bytes).metadata()));
  expect(sizes.map(({ format, width, height }) => [format, width, height])).toEqual([
    ['jpeg', 300, 200],
    ['jpeg', 2000, 200],
    ['jpeg', 61, 40],
  ]);
  for (const { bytes } of small) expect(bytes.includes('SecretCamera')).toBe(false);
  const others = await filesOf(stranger);
  expect(others.map(({ name }) => name)).toEqual(['2026-05-02 09.10.11.jpg', '2026-05-02 18.34.05.jpg']);
  expect(others.map(({ bytes }) => bytes)).toEqual(small.slice(0, 2).map(({ bytes }) => bytes));
});

it('an item says how large its file is: the original for who gets that, for others the clean copy', async () => {
  const coHost = await newUser(base);
  await seedCoHost(coHost, eventId);
  const sizeFor = async (client: Client) => {
    const items = (await client.get(`/api/events/${eventId}/media`)).json;
    const answer = await client.get(`/api/media/${large.id}/download`);
    const bytes = (await fetchZip(answer.headers.get('location') ?? '')).length;
    return { said: items.find(({ id }) => id === large.id)?.downloadSize, bytes };
  };
  const [owners, others] = [await sizeFor(host), await sizeFor(stranger)];
  const { length } = large.file.bytes;
  expect(owners).toEqual({ said: length, bytes: length });
  expect(others.said).toBe(others.bytes);
  expect(await sizeFor(coHost)).toEqual(others);
  expect(others.bytes).toBeLessThan(length);
});

it('the two sizes are kept apart, wait by themselves, and share the budget of a day', async () => {
  const full = await waitForDownload(guest, eventId);
  const chat = await waitForDownload(guest, eventId, 'chat');
  expect(chat.id).not.toBe(full.id);
  expect([full.photoSize, chat.photoSize]).toEqual(['full', 'chat']);
  expect((await startDownload(stranger, eventId)).json.id).toBe(full.id);
  expect((await startDownload(stranger, eventId, 'chat')).json.id).toBe(chat.id);
  const use = () => getBudgetUse({ eventId, viewer: 'everyone', photoSize: 'chat' }, new Date());
  const once = chargeOf(full) + chargeOf(chat) + 2 * MADE_PHOTO_BYTES;
  expect((await use()).chargedBytes).toBe(once);

  await seedPhoto(host, eventId);
  // As just made, however long ago it was.
  await setCreatedAt(eventId, new Date().toISOString());
  expect((await startDownload(guest, eventId, 'chat')).json).toMatchObject({ id: chat.id, itemsSince: 1 });
  await passPauses(eventId);
  const next = await waitForDownload(guest, eventId, 'chat');
  expect(next).toMatchObject({ fileCount: 3, itemsSince: 0 });
  // The others' photos were kept.
  expect((await use()).chargedBytes).toBe(once + chargeOf(next) + MADE_PHOTO_BYTES);
});

it('what is removed is in no ZIP for chats, and not in its size', async () => {
  const before = await waitForDownload(stranger, eventId, 'chat');
  await guest.delete(`/api/events/${eventId}/media/${large.id}?${guestQuery(guest)}`);
  const after = await waitForDownload(stranger, eventId, 'chat');
  expect([before.fileCount, after.fileCount]).toEqual([3, 2]);
  expect(after.id).not.toBe(before.id);
  expect(await measureDownload(stranger, eventId)).toMatchObject({ full: { fileCount: 2 } });
});
