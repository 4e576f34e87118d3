import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import type { EventRecord } from '../../functions/domain/records.ts';
import type { FirstData } from '../../shared/contract/first-data.ts';
import { type ApiResponse, Client } from '../fixtures/api-client.ts';
import { filledPage } from '../fixtures/filled-page.ts';
import { newUser } from '../fixtures/new-user.ts';
import { guestQuery, type SignedIn } from '../fixtures/users-and-guests.ts';
import { jpegFile, upload } from '../fixtures/uploads.ts';
import { seedGuest } from '../fixtures/seed-guest.ts';
import { seedItem, seedPlace } from '../fixtures/seed-item.ts';
import { processedItem } from '../fixtures/processed-item.ts';
import { seedEvent } from '../fixtures/seed-event.ts';

const base = inject('siteUrl');
const HOSTILE = `</script><script>alert("1")</script> & ' end`;

let owner: SignedIn;
let stranger: SignedIn;

beforeAll(async () => {
  [owner, stranger] = await Promise.all([newUser(base, 'Olive'), newUser(base, 'Sam')]);
});

/** An event with one approved photo. */
async function newEvent(fields: object): Promise<{ id: string; mediaId: string }> {
  const { json } = await owner.post('/api/events', { name: HOSTILE, date: '2026-06-30', ...fields });
  const media = await upload(owner, json.id, await jpegFile());
  await processedItem(owner, json.id, media.id);
  return { id: json.id, mediaId: media.id };
}

/** The same with a photo that has no files. */
async function newSeededEvent(fields: Partial<EventRecord>): Promise<{ id: string; mediaId: string }> {
  const id = await seedEvent(owner, { name: HOSTILE, ...fields });
  return { id, mediaId: (await seedItem(owner, id)).id };
}

const show = (client: Client, eventId: string, rest = '') => filledPage(client, `/event/${eventId}${rest}`);

function firstOf({ text }: ApiResponse): FirstData {
  const scripts = [...text.matchAll(/<script type="application\/json" id="first-data">([^<]*)<\/script>/g)];
  expect(scripts).toHaveLength(1);
  return JSON.parse(scripts[0]?.[1] ?? '') as FirstData;
}

const metaOf = ({ text }: ApiResponse, name: string): string | undefined =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(text)?.[1];

/** Width and height of a PNG. */
async function sizeOf(picture: Response): Promise<[number, number]> {
  const bytes = new DataView(await picture.arrayBuffer());
  return [bytes.getUint32(16), bytes.getUint32(20)];
}

/** Whether search engines are told not to index it, by head and header alike. */
function isHidden(page: ApiResponse): boolean {
  const [inHead, inHeader] = [metaOf(page, 'robots'), page.headers.get('x-robots-tag')];
  expect(inHead ?? null).toBe(inHeader);
  return inHeader === 'noindex';
}

describe('a public event’s page', () => {
  let event: Awaited<ReturnType<typeof newEvent>>;
  let page: ApiResponse;
  const visitor = new Client(base);

  beforeAll(async () => {
    event = await newEvent({ privacy: 'public', description: 'By the lake' });
    page = await show(visitor, event.id);
  });

  it('is the application’s page with the event’s head', () => {
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.headers.get('cache-control')).toBe('private, no-store');
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self';");
    expect(metaOf(page, 'og:title')).toBe(
      '&lt;/script&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39; end',
    );
    expect(metaOf(page, 'description')).toBe('June 30, 2026 · By the lake');
    expect(metaOf(page, 'twitter:card')).toBe('summary_large_image');
    expect(page.text).toContain(`<link rel="canonical" href="${base}/event/${event.id}" />`);
    expect(isHidden(page)).toBe(false);
  });

  it('runs the build’s own script and no other', () => {
    const scripts = [...page.text.matchAll(/<script([^>]*)>/g)].map(([, attributes]) => attributes);
    expect(scripts).toHaveLength(2);
    expect(scripts[0]).toMatch(
      /^ type="module" fetchpriority="low" crossorigin src="\/assets\/index-[\w-]+\.js"$/,
    );
    expect(scripts[1]).toBe(' type="application/json" id="first-data"');
    expect(page.text).not.toMatch(/ style=| on\w+=/);
  });

  it('embeds what the calls would answer', async () => {
    const first = firstOf(page);
    expect(first.user).toBeNull();
    expect(first.event).toEqual((await visitor.get(`/api/events/${event.id}`)).json);
    expect(first.event?.name).toBe(HOSTILE.trim());
    const list = await visitor.get(`/api/events/${event.id}/media?limit=60`);
    expect(first.media).toEqual({ items: list.json, nextCursor: null });
  });

  it('opens its pictures to a browser that has the page, and to no other', async () => {
    const source = /<img [^>]*src="([^"]+)"/.exec(page.text)?.[1] ?? '';
    expect(source).toContain(`/media/open/${event.id}/${event.mediaId}/`);
    expect((await visitor.get(source)).status).toBe(200);
    expect((await new Client(base).get(source)).status).toBe(403);
  });

  it('has a picture for previews, at an address that needs no cookie and changes with the name', async () => {
    const address = metaOf(page, 'og:image') ?? '';
    expect(address).toMatch(new RegExp(`^${base}/link-preview/${event.id}/[\\w-]{16}\\.png$`));
    const picture = await fetch(address);
    expect([
      picture.status,
      picture.headers.get('content-type'),
      picture.headers.get('cache-control'),
    ]).toEqual([200, 'image/png', 'public, max-age=86400']);
    expect(await sizeOf(picture)).toEqual([1200, 630]);
    // Written in another way it is no address of a picture: the edge would keep each one anew.
    const escaped = await fetch(address.replace('/evt_', '/%65vt_'), { redirect: 'manual' });
    expect(escaped.status).toBe(302);
    const other = await newSeededEvent({ privacy: 'public', name: 'Autumn' });
    const before = metaOf(await show(visitor, other.id), 'og:image') ?? '';
    await owner.put(`/api/events/${other.id}`, { name: 'Winter' });
    const after = metaOf(await show(visitor, other.id), 'og:image') ?? '';
    expect(after).not.toBe(before);
    const moved = await fetch(before, { redirect: 'manual' });
    expect([moved.status, moved.headers.get('location'), moved.headers.get('cache-control')]).toEqual([
      302,
      after,
      'no-store',
    ]);
  });

  it('answers HEAD, and serves every page of the event', async () => {
    const head = await visitor.send('HEAD', `/event/${event.id}`, {});
    expect([head.status, head.text]).toEqual([200, '']);
    const timeline = await show(visitor, event.id, '/timeline');
    expect(isHidden(timeline)).toBe(false);
    expect(timeline.text).toContain(`<link rel="canonical" href="${base}/event/${event.id}/timeline" />`);
    const { event: shown, texts } = firstOf(page);
    expect(firstOf(timeline)).toEqual({ user: null, event: shown, texts });
    expect(isHidden(await show(visitor, event.id, '/moderate'))).toBe(true);
  });

  it('treats guests as anonymous, because no page learns who they are', async () => {
    const guest = await seedGuest(base);
    const asked = await show(guest, event.id, `?${guestQuery(guest)}`);
    expect(firstOf(asked).event?.role).toBe('anonymous');
    expect((await show(guest, event.id, '?guestId=gst_x&token=wrong')).status).toBe(200);
  });

  it('is drawn by the application, with styles that its policy names and no others', async () => {
    const [, screen = ''] =
      /<div id="root">([\s\S]*)<\/div><script type="application\/json"/.exec(page.text) ?? [];
    expect(screen).toContain('>Download All</button>');
    expect(screen).toContain('aria-label="Photo 1"');
    const hashes = [...page.text.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(
      ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
    );
    expect(hashes.length).toBeGreaterThan(1);
    expect(page.headers.get('content-security-policy')).toContain(`style-src 'self' ${hashes.join(' ')};`);
    // Its timeline is drawn by the browser.
    const timeline = await show(visitor, event.id, '/timeline');
    expect(timeline.text).toContain('<div id="root"></div>');
    expect(timeline.headers.get('content-security-policy')).toContain("style-src 'self';");
  });

  it('is drawn for its whole address, and in the viewer’s language', async () => {
    const search = '?from=%22%3E%3Cscript%3E';
    const asked = await filledPage(visitor, `/event/${event.id}${search}`, {
      headers: { 'accept-language': 'de-AT' },
    });
    expect(asked.text).toContain(`/api/login?returnTo=${encodeURIComponent(`/event/${event.id}${search}`)}`);
    expect(asked.text).toContain('<li>30. Juni 2026</li>');
    expect(firstOf(asked).texts).toEqual({ days: { '2026-06-30': '30. Juni 2026' }, counts: {} });
  });

  it('has the owner’s own data and tools', async () => {
    const own = await show(owner, event.id);
    const first = firstOf(own);
    expect(first.user?.id).toBe(owner.userId);
    expect(first.event).toMatchObject({ role: 'owner', pendingCount: 0 });
    expect(first.media?.items[0]?.originalName).toBe('photo-1.jpg');
    expect(own.text).toContain('data-beside="true"');
    expect(page.text).toContain('data-beside="false"');
  });
});

it('an unlisted event has a preview with a picture, and is not indexed', async () => {
  const { id } = await newSeededEvent({ privacy: 'unlisted' });
  const page = await show(new Client(base), id);
  expect(isHidden(page)).toBe(true);
  expect(metaOf(page, 'og:title')).toContain('alert');
  expect(metaOf(page, 'og:image')).toContain(`/link-preview/${id}/`);
  expect(firstOf(page).media?.items).toHaveLength(1);
});

it('a private event reveals nothing to anybody who is not signed in', async () => {
  const { id, mediaId } = await newSeededEvent({ privacy: 'private', name: 'Secret garden' });
  const page = await show(new Client(base), id);
  expect(page.status).toBe(200);
  expect(firstOf(page)).toEqual({ user: null });
  expect(page.text).not.toContain('Secret garden');
  expect(page.text).not.toContain(mediaId);
  expect(page.headers.getSetCookie()).toEqual([]);
  expect(isHidden(page)).toBe(true);
  expect(metaOf(page, 'og:title')).toBe('Private Event');
  // The picture of no event, which is that of an event that does not exist.
  const plain = metaOf(page, 'og:image') ?? '';
  expect(plain).toBe(metaOf(await show(new Client(base), 'evt_aaaaaaaaaaaaaaaaaaaaaaaaaa'), 'og:image'));
  expect(await sizeOf(await fetch(plain))).toEqual([1200, 630]);
  for (const subject of [id, 'evt_aaaaaaaaaaaaaaaaaaaaaaaaaa', 'evt_x']) {
    const guessed = await fetch(`${base}/link-preview/${subject}/${'a'.repeat(16)}.png`, {
      redirect: 'manual',
    });
    expect([guessed.status, guessed.headers.get('location')]).toEqual([302, plain]);
  }
  const known = await show(stranger, id);
  expect(firstOf(known)).toMatchObject({ user: { id: stranger.userId }, event: { role: 'user' } });
  expect(isHidden(known)).toBe(true);
});

it('a blocked person finds nothing of the event in its page', async () => {
  const { id, mediaId } = await newSeededEvent({ privacy: 'public', name: 'Secret garden' });
  await seedPlace(stranger, id);
  expect((await owner.delete(`/api/events/${id}/people/${stranger.userId}`)).status).toBe(204);
  const page = await show(stranger, id);
  expect(Object.keys(firstOf(page))).toEqual(['user']);
  expect(page.text).not.toContain('Secret garden');
  expect(page.text).not.toContain(mediaId);
  expect(page.headers.getSetCookie()).toEqual([]);
});

it('a paid event shows its facts, but no photo before it is paid for', async () => {
  const { id, mediaId } = await newSeededEvent({ privacy: 'public', isPaid: true, priceCents: 500 });
  const page = await show(new Client(base), id);
  expect(firstOf(page).event).toMatchObject({ isPaid: true, hasPaid: false, mediaCount: 0 });
  expect(firstOf(page)).not.toHaveProperty('media');
  expect(page.text).not.toContain(mediaId);
  expect(page.headers.getSetCookie()).toEqual([]);
});

it('pending photos are seen only by their uploader and the owner', async () => {
  const { json } = await owner.post('/api/events', { name: 'M', privacy: 'public', moderationEnabled: true });
  const media = await upload(owner, json.id, await jpegFile(2));
  await processedItem(owner, json.id, media.id);
  const own = firstOf(await show(owner, json.id)).media?.items[0];
  expect((await new Client(base).get(own?.renditions.tile?.url ?? '')).status).toBe(200);
  const page = await show(new Client(base), json.id);
  expect(page.text).not.toContain(media.id);
  expect(firstOf(page).media?.items).toEqual([]);
  await seedPlace(stranger, json.id);
  const theirs = await seedItem(stranger, json.id, { status: 'pending' });
  const shown = firstOf(await show(stranger, json.id)).media?.items;
  expect(shown?.map(({ id, status }) => ({ id, status }))).toEqual([{ id: theirs.id, status: 'pending' }]);
});

it.each(['evt_aaaaaaaaaaaaaaaaaaaaaaaaaa', 'evt_x', 'x.png', '__proto__'])(
  '%s is a 404 with the application’s own page',
  async (id) => {
    // Nothing is filled where no event can be meant.
    const page = await (id.length > 10 ? show(stranger, id) : stranger.get(`/event/${id}`));
    expect(page.status).toBe(404);
    expect(page.text).toContain('<div id="root"></div>');
    expect(page.headers.get('x-robots-tag')).toBe('noindex');
  },
);
