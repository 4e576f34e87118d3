import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import sharp from 'sharp';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { Client } from '../fixtures/api-client.ts';
import { newUser } from '../fixtures/new-user.ts';
import { type Guest, guestQuery, newGuest, type SignedIn } from '../fixtures/users-and-guests.ts';
import { eventually, type File, jpegFile, putUpload, save, upload } from '../fixtures/uploads.ts';
import { processedItem } from '../fixtures/processed-item.ts';
import { jpegSegment, withSegments } from '../fixtures/made-media.ts';
import { renditionUrl } from '../fixtures/rendition-url.ts';
import { downloadedFiles } from './wait-for-download.ts';

const base = inject('siteUrl');

let host: SignedIn;
let guest: Guest;
let stranger: Client;

beforeAll(async () => {
  host = await newUser(base);
  guest = await newGuest(base);
  stranger = new Client(base);
});

const newEvent = async (fields: object = {}): Promise<string> =>
  (await host.post('/api/events', { name: 'Files', privacy: 'public', ...fields })).json.id;

/** Keys of an item's files in one area, as the store itself has them. */
async function filesOf(place: string, item: { eventId: string; id: string }): Promise<string[]> {
  const environment = inject('environment');
  const client = new S3Client({
    endpoint: environment['AWS_ENDPOINT_URL_S3'],
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: {
      accessKeyId: environment['AWS_ACCESS_KEY_ID'] ?? '',
      secretAccessKey: environment['AWS_SECRET_ACCESS_KEY'] ?? '',
    },
  });
  const { Contents = [] } = await client.send(
    new ListObjectsV2Command({
      Bucket: environment['MEDIA_BUCKET'],
      Prefix: `media/${place}/${item.eventId}/${item.id}/`,
    }),
  );
  client.destroy();
  return Contents.map(({ Key = '' }) => Key);
}

describe('a rendition', () => {
  let eventId: string;
  let approved: any;
  beforeAll(async () => {
    eventId = await newEvent();
    const { id } = await upload(host, eventId, await jpegFile(1));
    approved = await processedItem(host, eventId, id);
  });

  it('of an approved item opens only with the cookies of its event', async () => {
    const { url } = approved.renditions.tile;
    expect((await stranger.get(url)).status).toBe(403);
    await stranger.get(`/api/events/${await newEvent()}/media`);
    expect((await stranger.get(url)).status).toBe(403);
    await stranger.get(`/api/events/${eventId}/media`);
    expect((await stranger.get(url)).status).toBe(200);
  });

  it('of a pending item opens only by its signed URL, which opens no other item', async () => {
    const eventId = await newEvent({ moderationEnabled: true });
    const [first, second] = [
      await upload(guest, eventId, await jpegFile(1)),
      await upload(guest, eventId, await jpegFile(2)),
    ];
    const [a, b] = [
      await processedItem(guest, eventId, first.id),
      await processedItem(guest, eventId, second.id),
    ];
    const address = new URL(a.renditions.tile.url, base);
    expect((await stranger.get(a.renditions.tile.url)).status).toBe(200);
    expect((await stranger.get(address.pathname)).status).toBe(403);
    const other = new URL(b.renditions.tile.url, base).pathname;
    expect((await stranger.get(other + address.search)).status).toBe(403);
    expect((await guest.get(address.pathname)).status).toBe(403);
  });

  it('is gone as soon as its item is rejected or deleted, and back if that is approved again', async () => {
    const { id } = approved;
    const { url } = approved.renditions.screen;
    await host.get(`/api/events/${eventId}/media`);
    expect((await host.get(url)).status).toBe(200);
    await host.put(`/api/media/${id}/moderate`, { status: 'rejected' });
    expect((await host.get(url)).status).not.toBe(200);
    const rejected = (await host.get(`/api/events/${eventId}/media?status=rejected`)).json[0];
    expect((await host.get(renditionUrl(rejected))).status).toBe(200);
    const { json } = await host.put(`/api/media/${id}/moderate`, { status: 'approved' });
    await host.get(`/api/events/${eventId}/media`);
    expect((await host.get(renditionUrl(json))).status).toBe(200);
    expect((await host.get(renditionUrl(rejected))).status).not.toBe(200);
    await host.delete(`/api/events/${eventId}/media/${id}`);
    expect((await host.get(renditionUrl(json))).status).not.toBe(200);
  });
});

describe('a status that is set again and again at the same time', () => {
  it('leaves files only in the area that the last status requires', async () => {
    const eventId = await newEvent();
    const { id } = await upload(host, eventId, await jpegFile(1));
    const before = (await processedItem(host, eventId, id)).renditions.tile.url;
    const statuses = ['rejected', 'approved', 'rejected', 'approved', 'rejected', 'approved', 'rejected'];
    await Promise.all(statuses.map((status) => host.put(`/api/media/${id}/moderate`, { status })));
    const { json } = await host.put(`/api/media/${id}/moderate`, { status: 'rejected' });
    const folder = new URL(renditionUrl(json), base).pathname.replace(/tile\.webp$/, '').slice(1);
    expect(folder).toMatch(/^media\/held\//);
    await eventually(async () => {
      const files = [
        ...(await filesOf('open', { eventId, id })),
        ...(await filesOf('held', { eventId, id })),
      ];
      return files.length === 4 && files.every((file) => file.startsWith(folder));
    });
    expect((await host.get(before)).status).not.toBe(200);
    expect((await host.get(renditionUrl(json))).status).toBe(200);
  });
});

describe('an original', () => {
  it('is for the owner and its uploader; others get a clean copy named by date alone', async () => {
    const eventId = await newEvent();
    const { bytes } = await jpegFile(1);
    const told = Buffer.concat([withSegments(bytes, jpegSegment(0xfe, 'from Grace')), Buffer.from('a film')]);
    const file: File = { type: 'image/jpeg', bytes: told, name: 'Grüße von "Oma".jpg' };
    const objectPath = await putUpload(guest, eventId, file);
    const { id } = (await save(guest, eventId, { objectPath, file })).json;
    await processedItem(host, eventId, id);
    const download = async (client: Client, query = '') => {
      const { headers } = await client.get(`/api/media/${id}/download${query}`);
      const response = await fetch(headers.get('location') as string);
      return {
        name: response.headers.get('content-disposition'),
        bytes: Buffer.from(await response.arrayBuffer()),
      };
    };
    for (const known of [await download(host), await download(guest, `?${guestQuery(guest)}`)]) {
      expect(known.bytes.equals(file.bytes)).toBe(true);
      expect(known.name).toContain(encodeURIComponent('Grüße von -Oma-.jpg'));
    }
    const other = await download(stranger);
    // Behind the segment that says that it is a JFIF file.
    expect(other.bytes.subarray(20).equals(bytes.subarray(20))).toBe(true);
    // The camera gave no date, and the upload time is not the picture's.
    expect(other.name).toMatch(/filename="[\w ]+ 001\.jpg"/);
    const direct = await host.get(`/media/originals/${eventId}/${id}`);
    expect(direct.status).toBe(403);
  });
});

const copyUrlOf = async (id: string): Promise<string> =>
  (await stranger.get(`/api/media/${id}/download`)).headers.get('location') as string;

describe('a clean copy', () => {
  let item: { eventId: string; id: string };
  beforeAll(async () => {
    const eventId = await newEvent();
    item = await upload(host, eventId, await jpegFile(1));
    await processedItem(host, eventId, item.id);
  });

  const moderate = (status: string) => host.put(`/api/media/${item.id}/moderate`, { status });

  it('is put together once, however often it is asked for', async () => {
    const urls = [await copyUrlOf(item.id), await copyUrlOf(item.id)];
    for (const url of urls) expect((await fetch(url)).status).toBe(200);
    const modified = await Promise.all(
      urls.map(async (url) => (await fetch(url)).headers.get('last-modified')),
    );
    expect(modified[1]).toBe(modified[0]);
    expect(await filesOf('copies', item)).toHaveLength(1);
  });

  it('is gone as soon as its item is rejected or deleted', async () => {
    for (const takeAway of [
      () => moderate('rejected'),
      () => host.delete(`/api/events/${item.eventId}/media/${item.id}`),
    ]) {
      await moderate('approved');
      const url = await copyUrlOf(item.id);
      expect((await fetch(url)).status).toBe(200);
      await takeAway();
      expect((await fetch(url)).status).not.toBe(200);
      expect(await filesOf('copies', item)).toEqual([]);
    }
  });
});

const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="60"><circle cx="40" cy="30" r="20"/></svg>';

/** A bitmap of two pixels by two. */
function bitmap(): Buffer {
  const pixels = Buffer.alloc(8 * 2, 0x40);
  const header = Buffer.from('424d46000000000000003600000028000000020000000200000001001800', 'hex');
  return Buffer.concat([header, Buffer.alloc(24), pixels]);
}

async function cutPhoto(): Promise<Buffer> {
  const whole = await sharp((await jpegFile(1)).bytes)
    .withExif({ IFD0: { Make: 'SecretCamera' }, IFD2: { DateTimeOriginal: '2026:05:02 18:34:05' } })
    .toBuffer();
  return whole.subarray(0, -10);
}

/** What strangers download of an item alone. */
async function downloadedAlone(id: string) {
  const alone = await fetch(await copyUrlOf(id));
  const bytes = Buffer.from(await alone.arrayBuffer());
  const named = /filename\*=UTF-8''(\S+)/.exec(alone.headers.get('content-disposition') ?? '')?.[1] ?? '';
  return { name: decodeURIComponent(named), bytes };
}

describe('what no clean copy can be put together from', () => {
  it('others download, alone and in the ZIP, as a picture that is made of it', async () => {
    const eventId = await newEvent();
    const ids: string[] = [];
    for (const [type, bytes] of [
      ['image/svg+xml', Buffer.from(drawing)],
      ['image/bmp', bitmap()],
      ['image/jpeg', await cutPhoto()],
    ] as const)
      ids.push((await upload(host, eventId, { name: 'file', type, bytes })).id);
    for (const id of ids) await processedItem(host, eventId, id);
    const alone = [];
    for (const id of ids) alone.push(await downloadedAlone(id));
    const zipped = await downloadedFiles(stranger, eventId);
    const byName = new Map(zipped.map(({ name, bytes }) => [name, bytes.toString('base64')]));
    expect(byName).toEqual(new Map(alone.map(({ name, bytes }) => [name, bytes.toString('base64')])));
    const made = await Promise.all(alone.map(({ bytes }) => sharp(bytes).metadata()));
    expect(alone.map(({ name }, at) => [name, made[at]?.format])).toEqual([
      ['Files 001.png', 'png'],
      ['Files 002.png', 'png'],
      ['2026-05-02 18.34.05 (preview).jpg', 'jpeg'],
    ]);
    expect(made).toMatchObject([{ width: 3000, height: 2000 }, { width: 2, height: 2 }, {}]);
    const preview = alone[2]?.bytes ?? Buffer.of();
    expect(preview.includes('2026:05:02 18:34:05')).toBe(true);
    expect(preview.includes('SecretCamera')).toBe(false);
    // From wherever moderation puts it.
    const damaged = ids[2] ?? '';
    for (const status of ['rejected', 'approved'])
      await host.put(`/api/media/${damaged}/moderate`, { status });
    expect((await downloadedAlone(damaged)).bytes.equals(preview)).toBe(true);
  });
});

describe('uploads side by side', () => {
  it('with the same name are all kept', async () => {
    const eventId = await newEvent();
    const file = await jpegFile(1);
    const files = Array.from({ length: 4 }, (_, at) => ({
      ...file,
      bytes: Buffer.concat([file.bytes, Buffer.from([at])]),
    }));
    const saved = await Promise.all(files.map((one) => upload(guest, eventId, one)));
    expect(new Set(saved.map(({ id }) => id)).size).toBe(4);
    expect((await host.get(`/api/events/${eventId}`)).json.mediaCount).toBe(4);
    for (const { id } of saved)
      expect(await processedItem(host, eventId, id)).toMatchObject({ state: 'ready' });
  });
});
