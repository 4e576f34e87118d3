import { generateKeyPairSync } from 'node:crypto';
import { getSignedCookies, getSignedUrl } from '@aws-sdk/cloudfront-signer';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { Client } from '../fixtures/api-client.ts';
import { newUser } from '../fixtures/new-user.ts';
import { seedEvent } from '../fixtures/seed-event.ts';
import type { Guest, SignedIn } from '../fixtures/users-and-guests.ts';
import { guestQueryOf } from '../fixtures/event-with-all-roles.ts';
import { jpegFile, upload } from '../fixtures/uploads.ts';
import { hasFfmpeg, makeVideo } from '../fixtures/sample-video.ts';
import { readSecret } from '../fixtures/read-secret.ts';
import { renditionUrl } from '../fixtures/rendition-url.ts';
import { seedGuest } from '../fixtures/seed-guest.ts';
import { processedItem } from '../fixtures/processed-item.ts';
import { seedPlace } from '../fixtures/seed-item.ts';

const base = inject('siteUrl');
const environment = inject('environment');
const site = environment['SITE_URL'] ?? '';
const keyPairId = environment['MEDIA_KEY_IDS']?.split('=')[1] ?? '';
const HOUR = 3600;

let owner: SignedIn;
let guest: Guest;
let anyone: Client;
let privateKey: string;
/** One item of each kind in one event: two by their paths, and the held one by its signed URL. */
let eventId: string;
let approved: { id: string; path: string };
let rejected: { id: string; path: string };
let held: URL;

const pathOf = (url: string): string => new URL(url, base).pathname;

beforeAll(async () => {
  [owner, guest, privateKey] = await Promise.all([
    newUser(base),
    seedGuest(base),
    readSecret(environment, 'media-signing-key'),
  ]);
  anyone = new Client(base);
  eventId = await seedEvent(owner, { name: 'Signed' });
  const add = async (seed: number): Promise<any> => {
    const { id } = await upload(guest, eventId, await jpegFile(seed));
    return processedItem(owner, eventId, id);
  };
  const [first, second] = await Promise.all([add(1), add(2)]);
  const { json } = await owner.put(`/api/media/${second.id}/moderate`, { status: 'rejected' });
  await owner.put(`/api/events/${eventId}`, { moderationEnabled: true });
  held = new URL((await add(3)).renditions.tile.url, base);
  approved = { id: first.id, path: pathOf(first.renditions.tile.url) };
  rejected = { id: json.id, path: pathOf(renditionUrl(json)) };
});

const foreignKey = (): string =>
  generateKeyPairSync('rsa', { modulusLength: 2048 })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString();

const opens = async (client: Client, address: string) => (await client.get(address)).status === 200;
const filesOf = (item: any): string[] =>
  item ? [...Object.values<any>(item.renditions).map(({ url }) => url), item.playUrl] : [];

const policy = (resource: string, seconds: number): string =>
  JSON.stringify({
    Statement: [
      {
        Resource: `${site}${resource}`,
        Condition: { DateLessThan: { 'AWS:EpochTime': Math.floor(Date.now() / 1000) + seconds } },
      },
    ],
  });

const withCookies = async (path: string, cookies: object): Promise<number> => {
  const cookie = Object.entries(cookies)
    .map(([name, value]) => `${name}=${String(value)}`)
    .join('; ');
  return (await fetch(new URL(path, base), { headers: { cookie } })).status;
};
const signed = (resource: string, seconds: number, key = privateKey) =>
  getSignedCookies({ keyPairId, privateKey: key, policy: policy(resource, seconds) });

describe('signatures', () => {
  it('of the product’s kind open what they name, so the refusals below mean something', async () => {
    expect(await withCookies(approved.path, signed(`/media/open/${eventId}/*`, HOUR))).toBe(200);
  });

  it.each([
    ['no cookies', () => ({})],
    ['expired ones', () => signed(`/media/open/${eventId}/*`, -1)],
    ['those of another event', () => signed('/media/open/evt_aaaaaaaaaaaaaaaaaaaaaaaaaa/*', HOUR)],
    ['those of another key', () => signed(`/media/open/${eventId}/*`, HOUR, foreignKey())],
    [
      'another policy under a good signature',
      () => ({
        ...signed(`/media/open/${eventId}/*`, -1),
        'CloudFront-Policy': signed(`/media/open/${eventId}/*`, HOUR)['CloudFront-Policy'],
      }),
    ],
    [
      'an unknown key’s name',
      () => ({ ...signed(`/media/open/${eventId}/*`, HOUR), 'CloudFront-Key-Pair-Id': 'K0' }),
    ],
    [
      'a cut signature',
      () => {
        const cookies = signed(`/media/open/${eventId}/*`, HOUR);
        return { ...cookies, 'CloudFront-Signature': cookies['CloudFront-Signature']?.slice(0, -4) };
      },
    ],
  ])('%s open nothing', async (_name, cookies) => {
    expect(await withCookies(approved.path, cookies())).toBe(403);
  });

  it('for one item open no other, and nothing for longer than they say', async () => {
    expect((await anyone.get(held.href)).status).toBe(200);
    const tampered = new URL(held);
    tampered.searchParams.set('Policy', `${tampered.searchParams.get('Policy')?.slice(0, -4)}AAAA`);
    const expired = getSignedUrl({
      url: `${site}${held.pathname}`,
      keyPairId,
      privateKey,
      policy: policy(`${held.pathname.replace('tile.webp', '')}*`, -1),
    });
    const refused = [
      held.pathname,
      rejected.path + held.search,
      approved.path + held.search,
      held.pathname.replace('/held/', '/open/') + held.search,
      tampered.href,
      expired,
    ];
    for (const address of refused)
      expect([address, (await anyone.get(address)).status]).toEqual([address, 403]);
  });

  it('of a download open one file, and the store refuses requests without them', async () => {
    const { headers } = await owner.get(`/api/media/${approved.id}/download`);
    const location = new URL(headers.get('location') ?? '');
    expect((await fetch(location)).status).toBe(200);
    const other = new URL(location.href.replace(approved.id, rejected.id));
    const bare = new URL(location.pathname, location);
    const longer = new URL(location);
    longer.searchParams.set('X-Amz-Expires', '86400');
    for (const address of [other, bare, longer]) expect((await fetch(address)).status).toBe(403);
  });
});

describe.runIf(hasFfmpeg)('a video in every status', () => {
  it('is never shown to anybody who may not see it, neither its poster nor itself', async () => {
    const blocked = await newUser(base);
    const people = { owner, guest, blocked, anonymous: new Client(base) };
    const own = await seedEvent(owner, { moderationEnabled: true });
    await seedPlace(blocked, own);
    await owner.delete(`/api/events/${own}/people/${blocked.userId}`);
    const bytes = makeVideo('way.mp4', ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac']);
    const { id } = await upload(guest, own, { name: 'way.mp4', type: 'video/mp4', bytes });
    const handedOut = new Set<string>();

    /** The item as a client's lists show it now, if they do. */
    const told = async (client: Client): Promise<any> => {
      const path = `/api/events/${own}/media${guestQueryOf(client)}`;
      const paths = client === owner ? [path, `${path}?status=rejected`] : [path];
      const lists = await Promise.all(paths.map((one) => client.get(one)));
      return lists.flatMap(({ json }) => (Array.isArray(json) ? json : [])).find((one) => one.id === id);
    };

    /**
     * How many of the three posters and the video each can open: by the URLs they get, and by any path ever
     * handed out.
     */
    const opened = async (): Promise<string[]> => {
      const clients = Object.values(people);
      const files = await Promise.all(clients.map(async (client) => filesOf(await told(client))));
      for (const address of files.flat()) handedOut.add(address);
      const paths = [...new Set([...handedOut].map(pathOf))];
      return Promise.all(
        clients.map(async (client, at) => {
          const own = await Promise.all((files[at] ?? []).map((address) => opens(client, address)));
          const any = await Promise.all(paths.map((path) => opens(client, path)));
          return `${own.filter(Boolean).length} ${any.filter(Boolean).length}`;
        }),
      );
    };
    const set = (status: string) => owner.put(`/api/media/${id}/moderate`, { status });

    await processedItem(owner, own, id);
    expect(await opened()).toEqual(['4 0', '4 0', '0 0', '0 0']);
    const whilePending = [...handedOut];
    await set('approved');
    expect(await opened()).toEqual(['4 4', '4 4', '0 0', '4 4']);
    await set('rejected');
    expect(await opened()).toEqual(['4 0', '0 0', '0 0', '0 0']);
    // The signed URLs that its uploader got while it was pending have ended, too.
    for (const address of whilePending) expect(await opens(guest, address)).toBe(false);
    await set('approved');
    expect(await opened()).toEqual(['4 4', '4 4', '0 0', '4 4']);
    await owner.delete(`/api/events/${own}/media/${id}`);
    expect(await opened()).toEqual(['0 0', '0 0', '0 0', '0 0']);
    for (const address of handedOut) expect(await opens(owner, address)).toBe(false);
  });
});
