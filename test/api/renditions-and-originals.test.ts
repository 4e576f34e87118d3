import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import sharp from 'sharp';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { Client } from '../fixtures/api-client.ts';
import { newUser } from '../fixtures/new-user.ts';
import { type Guest, guestQuery, newGuest, type SignedIn } from '../fixtures/users-and-guests.ts';
import {
  eventually,
  type File,
  jpegFile,
  waitUntilProcessed,
  putUpload,
  save,
  upload,
} from '../fixtures/uploads.ts';
import { downloadedFiles } from '../fixtures/downloads.ts';
import { jpegSegment, withSegments } from '../fixtures/made-media.ts';
import { renditionUrl } from '../fixtures/rendition-url.ts';

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
  it('of an approved item opens only with the cookies of its event', async () => {
    const eventId = await newEvent();
    const { id } = await upload(host, eventId, await jpegFile(1));
    const { url } = (await waitUntilProcessed(host, eventId, id)).renditions.tile;
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
      await waitUntilProcessed(guest, eventId, first.id),
      await waitUntilProcessed(guest, eventId, second.id),
    ];
    const address = new URL(a.renditions.tile.url, base);
    expect((await stranger.get(a.renditions.tile.url)).status).toBe(200);
    expect((await stranger.get(address.pathname)).status).toBe(403);
    const other = new URL(b.renditions.tile.url, base).pathname;
    expect((await stranger.get(other + address.search)).status).toBe(403);
    expect((await guest.get(address.pathname)).status).toBe(403);
  });

  it('is gone as soon as its item is rejected or deleted', async () => {
    const eventId = await newEvent();
    for (const takeAway of [
      (id: string) => host.put(`/api/media/${id}/moderate`, { status: 'rejected' }),
      (id: string) => host.delete(`/api/events/${eventId}/media/${id}`),
    ]) {
      const { id } = await upload(host, eventId, await jpegFile(1));
      const { url } = (await waitUntilProcessed(host, eventId, id)).renditions.screen;
      expect((await host.get(url)).status).toBe(200);
      await takeAway(id);
      expect((await host.get(url)).status).not.toBe(200);
    }
  });

  it('of an item that was rejected and approved again is back', async () => {
    const eventId = await newEvent();
    const { id } = await upload(host, eventId, await jpegFile(1));
    await waitUntilProcessed(host, eventId, id);
    await host.put(`/api/media/${id}/moderate`, { status: 'rejected' });
    const rejected = (await host.get(`/api/events/${eventId}/media?status=rejected`)).json[0];
    expect((await host.get(renditionUrl(rejected))).status).toBe(200);
    const { json } = await host.put(`/api/media/${id}/moderate`, { status: 'approved' });
    await host.get(`/api/events/${eventId}/media`);
    expect((await host.get(renditionUrl(json))).status).toBe(200);
    expect((await host.get(renditionUrl(rejected))).status).not.toBe(200);
  });
});

describe('a status that is set again and again at the same time', () => {
  it('leaves files only in the area that the last status requires', async () => {
    const eventId = await newEvent();
    const { id } = await upload(host, eventId, await jpegFile(1));
    const before = (await waitUntilProcessed(host, eventId, id)).renditions.tile.url;
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
    await waitUntilProcessed(host, eventId, id);
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

const newReadyItem = async () => {
  const eventId = await newEvent();
  const { id } = await upload(host, eventId, await jpegFile(1));
  await waitUntilProcessed(host, eventId, id);
  return { eventId, id };
};
const copyUrlOf = async (id: string): Promise<string> =>
  (await stranger.get(`/api/media/${id}/download`)).headers.get('location') as string;

describe('a clean copy', () => {
  it('is put together once, however often it is asked for', async () => {
    const item = await newReadyItem();
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
      ({ id }: { id: string }) => host.put(`/api/media/${id}/moderate`, { status: 'rejected' }),
      ({ id, eventId }: { id: string; eventId: string }) => host.delete(`/api/events/${eventId}/media/${id}`),
    ]) {
      const item = await newReadyItem();
      const url = await copyUrlOf(item.id);
      expect((await fetch(url)).status).toBe(200);
      await takeAway(item);
      expect((await fetch(url)).status).not.toBe(200);
      expect(await filesOf('copies', item)).toEqual([]);
    }
  });
});

/** What strangers download of an item alone, which is what they get in the ZIP, by the same name. */
async function downloadedBy(viewer: Client, { eventId, file }: { eventId: string; file: File }) {
  const { id } = await upload(host, eventId, file);
  await waitUntilProcessed(host, eventId, id);
  const alone = await fetch(
    (await viewer.get(`/api/media/${id}/download`)).headers.get('location') as string,
  );
  const bytes = Buffer.from(await alone.arrayBuffer());
  const named = /filename\*=UTF-8''(\S+)/.exec(alone.headers.get('content-disposition') ?? '')?.[1] ?? '';
  const [zipped] = await downloadedFiles(viewer, eventId);
  expect(zipped?.name).toBe(decodeURIComponent(named));
  expect(zipped?.bytes.equals(bytes)).toBe(true);
  return { id, bytes, name: zipped?.name ?? '', picture: await sharp(bytes).metadata() };
}

describe('of what no clean copy can be put together from, others download', () => {
  it('a drawing as a PNG of 3,000 pixels', async () => {
    const drawing =
      '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="60"><circle cx="40" cy="30" r="20"/></svg>';
    const file = { name: 'drawing.svg', type: 'image/svg+xml', bytes: Buffer.from(drawing) };
    const { name, picture } = await downloadedBy(stranger, { eventId: await newEvent(), file });
    expect(picture).toMatchObject({ format: 'png', width: 3000, height: 2000 });
    expect(name).toBe('Files 001.png');
  });

  it('a bitmap as a PNG of its size', async () => {
    const pixels = Buffer.alloc(8 * 2, 0x40);
    const header = Buffer.from('424d46000000000000003600000028000000020000000200000001001800', 'hex');
    const bytes = Buffer.concat([header, Buffer.alloc(24), pixels]);
    const file = { name: 'old.bmp', type: 'image/bmp', bytes };
    const { name, picture } = await downloadedBy(stranger, { eventId: await newEvent(), file });
    expect(picture).toMatchObject({ format: 'png', width: 2, height: 2 });
    expect(name).toBe('Files 001.png');
  });

  it('a damaged picture as a JPEG with its date, which is called a preview, from wherever moderation puts it', async () => {
    const eventId = await newEvent();
    const whole = await sharp((await jpegFile(1)).bytes)
      .withExif({ IFD0: { Make: 'SecretCamera' }, IFD2: { DateTimeOriginal: '2026:05:02 18:34:05' } })
      .toBuffer();
    const file: File = { name: 'cut.jpg', type: 'image/jpeg', bytes: whole.subarray(0, -10) };
    const { id, bytes, name, picture } = await downloadedBy(stranger, { eventId, file });
    expect(picture.format).toBe('jpeg');
    expect(name).toBe('2026-05-02 18.34.05 (preview).jpg');
    expect(bytes.includes('2026:05:02 18:34:05')).toBe(true);
    expect(bytes.includes('SecretCamera')).toBe(false);
    for (const status of ['rejected', 'approved']) await host.put(`/api/media/${id}/moderate`, { status });
    const again = Buffer.from(await (await fetch(await copyUrlOf(id))).arrayBuffer());
    expect(again.equals(bytes)).toBe(true);
  });
});

describe('a file that cannot be shown', () => {
  it('is reported as unsupported, stays downloadable, and does not delay the next one', async () => {
    const eventId = await newEvent();
    const whole = (await jpegFile(1)).bytes;
    const broken = {
      name: 'broken.jpg',
      type: 'image/jpeg',
      bytes: Buffer.concat([whole.subarray(0, 20), Buffer.alloc(400, 7)]),
    };
    const { id } = await upload(host, eventId, broken);
    const next = await upload(host, eventId, await jpegFile(2));
    expect(await waitUntilProcessed(host, eventId, id)).toMatchObject({
      state: 'unsupported',
      unsupportedReason: 'damaged',
      renditions: {},
    });
    expect(await waitUntilProcessed(host, eventId, next.id)).toMatchObject({ state: 'ready' });
    expect((await host.get(`/api/media/${id}/download`)).status).toBe(302);
  });
});

describe('uploads side by side', () => {
  it('with the same name are all kept', async () => {
    const eventId = await newEvent();
    const file = await jpegFile(1);
    const files = Array.from({ length: 40 }, (_, at) => ({
      ...file,
      bytes: Buffer.concat([file.bytes, Buffer.from([at])]),
    }));
    const saved = await Promise.all(files.map((one) => upload(guest, eventId, one)));
    expect(new Set(saved.map(({ id }) => id)).size).toBe(40);
    expect((await host.get(`/api/events/${eventId}`)).json.mediaCount).toBe(40);
    await eventually(async () => {
      const { json } = await host.get(`/api/events/${eventId}/media`);
      return json.length === 40 && json.every((item) => item.state === 'ready');
    });
  });
});
