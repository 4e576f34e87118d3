import sharp from 'sharp';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import type { MediaRecord } from '../../functions/domain/records.ts';
import { keys } from '../../functions/table/keys.ts';
import { getMedia } from '../../functions/table/media.ts';
import { noteUndated } from '../../functions/table/undated-numbers.ts';
import { updateRow } from '../../functions/table/update-row.ts';
import { fetchZip, getDownload, startDownload } from '../fixtures/downloads.ts';
import type { Client } from '../fixtures/api-client.ts';
import { guestQuery } from '../fixtures/users-and-guests.ts';
import { readZip } from '../fixtures/read-zip.ts';
import { passPauses } from './pass-pauses.ts';
import { eventually, type File, jpegFile, smallJpeg } from '../fixtures/uploads.ts';
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

/** What the download of an item alone is called. */
async function nameAlone(client: Client, id: string, query = ''): Promise<string> {
  const { headers } = await client.get(`/api/media/${id}/download${query}`);
  const response = await fetch(headers.get('location') as string);
  const name = /filename\*=UTF-8''(\S+)/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  return decodeURIComponent(name ?? '');
}

/** As if an earlier release had processed it. */
const forgetSums = (id: string) =>
  updateRow(keys.media(id), {
    UpdateExpression: 'SET crc32 = :null REMOVE facts.#copy',
    ExpressionAttributeNames: { '#copy': 'copy' },
    ExpressionAttributeValues: { ':null': null },
  });

describe('a ZIP of a gallery', () => {
  let eventId: string;
  let first: File;
  let second: File;
  let evil: { id: string; file: File };
  let firstAsMade: MediaRecord | undefined;
  beforeAll(async () => {
    eventId = await newEvent();
    first = await photo('IMG_1.JPG', '2026:05:02 18:34:05');
    second = await photo('IMG_2.jpg', '2026:05:02 09:10:11');
    const { id } = await addReady(guest, eventId, first);
    await addReady(host, eventId, second);
    const file = { ...(await jpegFile(3)), name: '..\\IMG\u202Egpj.hta' };
    evil = { id: (await addReady(guest, eventId, file)).id, file };
    firstAsMade = await getMedia(id);
    await forgetSums(id);
  });

  it('holds every original for the owner, byte for byte, named by capture time and uploader', async () => {
    const files = await downloadedFiles(host, eventId);
    expect(files.map(({ name }) => name)).toEqual([
      '2026-05-02 09.10.11 Ada Lovelace IMG_2.jpg',
      '2026-05-02 18.34.05 Grace-Hopper IMG_1.JPG',
      'Unknown date Grace-Hopper -IMGgpj.hta.jpg',
    ]);
    expect(files.map(({ bytes }) => bytes)).toEqual([second.bytes, first.bytes, evil.file.bytes]);
    expect(files[1]?.modified).toEqual(new Date('2026-05-02T16:34:05Z'));
  });

  it('holds clean copies for others, even of their own items, without names', async () => {
    for (const viewer of [guest, stranger]) {
      const files = await downloadedFiles(viewer, eventId);
      expect(files.map(({ name }) => name)).toEqual([
        '2026-05-02 09.10.11.jpg',
        '2026-05-02 18.34.05.jpg',
        'Ana & Ben 001.jpg',
      ]);
      for (const [at, { bytes }] of [second, first].entries())
        expect((await pixels(files[at]?.bytes ?? Buffer.of())).equals(await pixels(bytes))).toBe(true);
      expect(Buffer.concat(files.map(({ bytes }) => bytes)).includes('SecretCamera')).toBe(false);
    }
  });

  it('gives a row without checksums its own once, and what its clean copy is', async () => {
    const [, ofOwner] = await downloadedFiles(host, eventId);
    const [, ofOthers] = await downloadedFiles(stranger, eventId);
    expect(ofOwner?.bytes).toEqual(first.bytes);
    expect(firstAsMade?.facts?.copy).toMatchObject({ extension: 'jpg', sizeBytes: ofOthers?.sizeBytes });
    expect(await getMedia(firstAsMade?.id ?? '')).toEqual(firstAsMade);
  });

  it('calls each file what the download of it alone is called, and nothing that an uploader made up', async () => {
    const original = 'Unknown date Grace-Hopper -IMGgpj.hta.jpg';
    expect(await nameAlone(host, evil.id)).toBe(original);
    expect(await nameAlone(guest, evil.id, `?${guestQuery(guest)}`)).toBe(original);
    expect(await nameAlone(stranger, evil.id)).toBe('Ana & Ben 001.jpg');
  });

  it('states its length in advance, is made once for all who see the same, and is found again', async () => {
    const [one, two] = [await waitForDownload(guest, eventId), await waitForDownload(stranger, eventId)];
    expect(two.id).toBe(one.id);
    expect(one).toMatchObject({ state: 'ready', fileCount: 3, leftOut: 0 });
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
    expect(await readZip(Buffer.concat(parts.map((part) => new Uint8Array(part))))).toHaveLength(3);
  });

  it("is only for its viewer: nobody else gets the owner's, and none is found under another event", async () => {
    const { id } = await waitForDownload(host, eventId);
    expect((await getDownload(guest, { eventId, id })).status).toBe(404);
    expect((await getDownload(host, { eventId: await newEvent(), id })).status).toBe(404);
    expect((await getDownload(host, { eventId, id: 'arc_x' })).status).toBe(404);
  });

  it('whose work has stalled is restarted by the next request for it', async () => {
    const { id } = await waitForDownload(host, eventId);
    // As if the system had been switched off during planning, with its messages lost.
    await updateRow(keys.archive({ eventId, id }), {
      UpdateExpression: 'SET #state = :planning, progressAt = :then REMOVE #plan, done',
      ExpressionAttributeNames: { '#state': 'state', '#plan': 'plan' },
      ExpressionAttributeValues: {
        ':planning': 'planning',
        ':then': new Date(Date.now() - 120_000).toISOString(),
      },
    });
    expect((await startDownload(host, eventId)).json).toMatchObject({ id, state: 'preparing' });
    expect((await waitForDownload(host, eventId)).id).toBe(id);
  });
});

describe('what a viewer may not see', () => {
  it('is in nobody else’s ZIP while it is pending, and then in the next, while the earlier ZIP stays available', async () => {
    const eventId = await newEvent({ moderationEnabled: true });
    const { id } = await seedPhoto(guest, eventId, { status: 'pending' });
    const before = await waitForDownload(stranger, eventId);
    expect(await readZip(await fetchZip(before.url))).toEqual([]);
    // Its uploader gets what all get, and is told so.
    expect(await waitForDownload(guest, eventId)).toMatchObject({ id: before.id, ownPending: 1 });
    expect((await downloadedFiles(host, eventId))[0]?.bytes).toEqual(await smallJpeg());
    await host.put(`/api/media/${id}/moderate`, { status: 'approved' });
    const meanwhile = await waitForDownload(stranger, eventId);
    expect(meanwhile).toMatchObject({ id: before.id, asOf: before.asOf, fileCount: 0, itemsSince: 1 });
    expect(Date.parse(meanwhile.newerFrom)).toBeGreaterThan(Date.parse(before.asOf));
    await passPauses(eventId);
    const after = await waitForDownload(guest, eventId);
    expect(after).toMatchObject({ fileCount: 1, itemsSince: 0, newerFrom: null });
    expect(await readZip(await fetchZip(after.url))).toHaveLength(1);
    expect((await getDownload(guest, { eventId, id: before.id })).json.state).toBe('ready');
    expect((await host.delete(`/api/events/${eventId}`)).status).toBe(204);
    await eventually(async () => (await fetch(after.url)).status !== 200);
  });

  it('disappears from ZIPs that were made before it was rejected or deleted', async () => {
    const eventId = await newEvent();
    const items = [];
    for (const second of [1, 2, 3]) {
      const taken = { capturedAt: `2026-05-02T18:34:0${second}.000Z`, capturedAtZone: 'offset' } as const;
      items.push((await seedPhoto(host, eventId, taken)).id);
    }
    const [, rejected, deleted] = items;
    for (const [left, takeAway] of [
      [
        ['2026-05-02 18.34.01.jpg', '2026-05-02 18.34.03.jpg'],
        () => host.put(`/api/media/${rejected}/moderate`, { status: 'rejected' }),
      ],
      [['2026-05-02 18.34.01.jpg'], () => host.delete(`/api/events/${eventId}/media/${deleted}`)],
    ] as const) {
      const before = await waitForDownload(guest, eventId);
      await takeAway();
      const after = await getDownload(guest, { eventId, id: before.id });
      expect(after.json).toMatchObject({ state: 'outdated', url: null });
      expect((await downloadedFiles(guest, eventId)).map(({ name }) => name)).toEqual(left);
      // A URL that was handed out before stops working, too, soon after.
      await eventually(async () => (await fetch(before.url)).status !== 200);
    }
    expect((await waitForDownload(host, eventId)).fileCount).toBe(1);
  });
});

it('undated items are numbered by upload, for everybody and for good', async () => {
  const eventId = await newEvent();
  const addUndated = async (): Promise<string> => {
    const media = await seedPhoto(host, eventId);
    await noteUndated(media);
    return media.id;
  };
  const first = await addUndated();
  const taken = { capturedAt: '2026-05-02T18:34:05.000Z', capturedAtZone: 'offset' } as const;
  await seedPhoto(host, eventId, taken);
  const [second, third] = ['Ana & Ben 002.jpg', 'Ana & Ben 003.jpg'];
  expect(await nameAlone(stranger, await addUndated())).toBe(second);
  await host.delete(`/api/events/${eventId}/media/${first}`);
  await addUndated();
  const names = (await downloadedFiles(guest, eventId)).map(({ name }) => name);
  expect(names.toSorted()).toEqual(['2026-05-02 18.34.05.jpg', second, third]);
});
