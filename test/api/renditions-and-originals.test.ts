import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import sharp from 'sharp';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { Client } from '../fixtures/api-client.ts';
import { newUser } from '../fixtures/new-user.ts';
import { type Guest, guestQuery, type SignedIn } from '../fixtures/users-and-guests.ts';
import { eventually, type File, jpegFile, upload } from '../fixtures/uploads.ts';
import { processedItem } from '../fixtures/processed-item.ts';
import { seedEvent } from '../fixtures/seed-event.ts';
import { seedGuest } from '../fixtures/seed-guest.ts';
import { jpegSegment, withSegments } from '../fixtures/made-media.ts';
import { renditionUrl } from '../fixtures/rendition-url.ts';
import { downloadedFiles } from './wait-for-download.ts';

const base = inject('siteUrl');

let host: SignedIn;
let guest: Guest;
let stranger: Client;

// The tests follow each other with one item of the guest's, which the last of them deletes.
let eventId: string;
let id: string;
let item: { eventId: string; id: string };
let file: File;
let picture: Buffer;

beforeAll(async () => {
  host = await newUser(base);
  guest = await seedGuest(base);
  stranger = new Client(base);
  eventId = await newEvent();
  picture = (await jpegFile(1)).bytes;
  const told = [withSegments(picture, jpegSegment(0xfe, 'from Grace')), Buffer.from('a film')];
  file = { type: 'image/jpeg', bytes: Buffer.concat(told), name: 'Grüße von "Oma".jpg' };
  ({ id } = await upload(guest, eventId, file));
  item = { eventId, id };
  await processedItem(host, eventId, id);
});

const newEvent = (): Promise<string> => seedEvent(host, { name: 'Files' });
const moderate = (status: string) => host.put(`/api/media/${id}/moderate`, { status });

/** Keys of an item's files in one area, as the store itself has them. */
async function filesOf(place: string, of: { eventId: string; id: string }): Promise<string[]> {
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
      Prefix: `media/${place}/${of.eventId}/${of.id}/`,
    }),
  );
  client.destroy();
  return Contents.map(({ Key = '' }) => Key);
}

describe('an original', () => {
  it('is for the owner and its uploader; others get a clean copy named by date alone', async () => {
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
    expect(other.bytes.subarray(20).equals(picture.subarray(20))).toBe(true);
    // The camera gave no date, and the upload time is not the picture's.
    expect(other.name).toMatch(/filename="[\w ]+ 001\.jpg"/);
    const direct = await host.get(`/media/originals/${eventId}/${id}`);
    expect(direct.status).toBe(403);
  });
});

const copyUrlOf = async (mediaId: string): Promise<string> =>
  (await stranger.get(`/api/media/${mediaId}/download`)).headers.get('location') as string;

describe('a clean copy', () => {
  it('is put together once, however often it is asked for', async () => {
    const urls = [await copyUrlOf(id), await copyUrlOf(id)];
    for (const url of urls) expect((await fetch(url)).status).toBe(200);
    const modified = await Promise.all(
      urls.map(async (url) => (await fetch(url)).headers.get('last-modified')),
    );
    expect(modified[1]).toBe(modified[0]);
    expect(await filesOf('copies', item)).toHaveLength(1);
  });

  it('is gone as soon as its item is rejected', async () => {
    const url = await copyUrlOf(id);
    expect((await fetch(url)).status).toBe(200);
    await moderate('rejected');
    expect((await fetch(url)).status).not.toBe(200);
    expect(await filesOf('copies', item)).toEqual([]);
  });
});

describe('a status that is set again and again at the same time', () => {
  it('leaves files only in the area that the last status requires', async () => {
    const before = renditionUrl((await moderate('approved')).json);
    const statuses = ['rejected', 'approved', 'rejected', 'approved', 'rejected'];
    await Promise.all(statuses.map(moderate));
    const { json } = await moderate('rejected');
    const folder = new URL(renditionUrl(json), base).pathname.replace(/tile\.webp$/, '').slice(1);
    expect(folder).toMatch(/^media\/held\//);
    await eventually(async () => {
      const files = [...(await filesOf('open', item)), ...(await filesOf('held', item))];
      return files.length === 4 && files.every((one) => one.startsWith(folder));
    });
    expect((await host.get(before)).status).not.toBe(200);
    expect((await host.get(renditionUrl(json))).status).toBe(200);
  });
});

describe('a rendition', () => {
  it('of an approved item opens only with the cookies of its event', async () => {
    const url = renditionUrl((await moderate('approved')).json);
    const newcomer = new Client(base);
    expect((await newcomer.get(url)).status).toBe(403);
    await newcomer.get(`/api/events/${await newEvent()}/media`);
    expect((await newcomer.get(url)).status).toBe(403);
    await newcomer.get(`/api/events/${eventId}/media`);
    expect((await newcomer.get(url)).status).toBe(200);
  });

  it('is gone as soon as its item is rejected or deleted, and back if that is approved again', async () => {
    await host.get(`/api/events/${eventId}/media`);
    const url = renditionUrl((await moderate('approved')).json, 'screen');
    expect((await host.get(url)).status).toBe(200);
    await moderate('rejected');
    expect((await host.get(url)).status).not.toBe(200);
    const rejected = (await host.get(`/api/events/${eventId}/media?status=rejected`)).json[0];
    expect((await host.get(renditionUrl(rejected))).status).toBe(200);
    const { json } = await moderate('approved');
    await host.get(`/api/events/${eventId}/media`);
    expect((await host.get(renditionUrl(json))).status).toBe(200);
    expect((await host.get(renditionUrl(rejected))).status).not.toBe(200);
    const copy = await copyUrlOf(id);
    expect((await fetch(copy)).status).toBe(200);
    await host.delete(`/api/events/${eventId}/media/${id}`);
    expect((await host.get(renditionUrl(json))).status).not.toBe(200);
    expect((await fetch(copy)).status).not.toBe(200);
    expect(await filesOf('copies', item)).toEqual([]);
  });
});

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
async function downloadedAlone(mediaId: string) {
  const alone = await fetch(await copyUrlOf(mediaId));
  const bytes = Buffer.from(await alone.arrayBuffer());
  const named = /filename\*=UTF-8''(\S+)/.exec(alone.headers.get('content-disposition') ?? '')?.[1] ?? '';
  return { name: decodeURIComponent(named), bytes };
}

describe('what no clean copy can be put together from', () => {
  it('others download, alone and in the ZIP, as a picture that is made of it', async () => {
    const others = await newEvent();
    const ids: string[] = [];
    for (const [type, bytes] of [
      ['image/bmp', bitmap()],
      ['image/jpeg', await cutPhoto()],
    ] as const)
      ids.push((await upload(host, others, { name: 'file', type, bytes })).id);
    for (const mediaId of ids) await processedItem(host, others, mediaId);
    const alone = [];
    for (const mediaId of ids) alone.push(await downloadedAlone(mediaId));
    const zipped = await downloadedFiles(stranger, others);
    const byName = new Map(zipped.map(({ name, bytes }) => [name, bytes.toString('base64')]));
    expect(byName).toEqual(new Map(alone.map(({ name, bytes }) => [name, bytes.toString('base64')])));
    const made = await Promise.all(alone.map(({ bytes }) => sharp(bytes).metadata()));
    expect(alone.map(({ name }, at) => [name, made[at]?.format])).toEqual([
      ['Files 001.png', 'png'],
      ['2026-05-02 18.34.05 (preview).jpg', 'jpeg'],
    ]);
    expect(made[0]).toMatchObject({ width: 2, height: 2 });
    const preview = alone[1]?.bytes ?? Buffer.of();
    expect(preview.includes('2026:05:02 18:34:05')).toBe(true);
    expect(preview.includes('SecretCamera')).toBe(false);
    // From wherever moderation puts it.
    const damaged = ids[1] ?? '';
    for (const status of ['rejected', 'approved'])
      await host.put(`/api/media/${damaged}/moderate`, { status });
    expect((await downloadedAlone(damaged)).bytes.equals(preview)).toBe(true);
  });
});

describe('uploads side by side', () => {
  it('with the same name are all kept', async () => {
    const others = await newEvent();
    const files = [1, 2].map((at) => ({ ...file, bytes: Buffer.concat([picture, Buffer.from([at])]) }));
    const saved = await Promise.all(files.map((one) => upload(guest, others, one)));
    expect(new Set(saved.map((one) => one.id)).size).toBe(2);
    expect((await host.get(`/api/events/${others}`)).json.mediaCount).toBe(2);
    for (const one of saved)
      expect(await processedItem(host, others, one.id)).toMatchObject({ state: 'ready' });
  });
});
