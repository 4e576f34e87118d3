import { beforeAll, describe, expect, inject, it } from 'vitest';
import * as z from 'zod/mini';
import { type ApiResponse, Client } from '../fixtures/api-client.ts';
import { newUser } from '../fixtures/new-user.ts';
import { credentials, guestQuery, type SignedIn } from '../fixtures/users-and-guests.ts';
import { seedGuest } from '../fixtures/seed-guest.ts';
import { seedItem } from '../fixtures/seed-item.ts';

const base = inject('siteUrl');

let host: SignedIn;

beforeAll(async () => {
  host = await newUser(base);
});

const newEvent = async (fields: object = {}): Promise<string> =>
  (await host.post('/api/events', { name: 'Lists', privacy: 'public', ...fields })).json.id;

const uploadedIn = (seconds: number) => ({ uploadedAt: new Date(Date.now() + seconds * 1000).toISOString() });

/** Walks a list to its end, or to the page with an item. */
async function walk(client: Client, path: string, lastId?: string): Promise<any[]> {
  const found: any[] = [];
  for (let next: string | undefined = path; next;) {
    const { status, json, headers }: ApiResponse = await client.get(next);
    expect(status).toBe(200);
    found.push(...z.array(z.unknown()).parse(json));
    if (found.some(({ id }) => id === lastId)) break;
    next = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
  }
  return found;
}

const ids = (items: any[]): string[] => items.map((item) => item.id);

describe('lists', () => {
  it('come in each order of the gallery, and in reverse', async () => {
    const eventId = await newEvent();
    const items = [];
    for (let second = 0; second < 4; second += 1)
      items.push(await seedItem(host, eventId, uploadedIn(second)));
    const [a, b, c, d] = ids(items) as [string, string, string, string];
    for (const voter of [await seedGuest(base), await seedGuest(base)]) {
      await voter.post(`/api/media/${b}/vote`, credentials(voter));
    }
    for (const id of [a, c]) await host.post(`/api/media/${id}/vote`);
    const list = async (query: string) =>
      ids(await walk(host, `/api/events/${eventId}/media?limit=2&${query}`));
    expect(await list('')).toEqual([d, c, b, a]);
    expect(await list('order=asc')).toEqual([a, b, c, d]);
    expect(await list('sortBy=votes')).toEqual([b, c, a]);
    expect(await list('sortBy=votes&order=asc')).toEqual([a, c, b]);
    expect(new Set(await list('sortBy=capturedAt'))).toEqual(new Set([a, b, c, d]));
  });

  it.each(['asc', 'desc'])('by votes never hold an item without a vote, %s', async (order) => {
    const eventId = await newEvent();
    const [voted] = [
      await seedItem(host, eventId, uploadedIn(0)),
      await seedItem(host, eventId, uploadedIn(1)),
    ];
    await host.post(`/api/media/${voted.id}/vote`);
    const words = JSON.stringify(['votes', order === 'asc' ? 1 : 0, '5', voted.id]);
    const cursor = Buffer.from(words).toString('base64url');
    const found = await walk(
      host,
      `/api/events/${eventId}/media?sortBy=votes&order=${order}&cursor=${cursor}`,
    );
    expect(ids(found)).toEqual(order === 'asc' ? [voted.id] : []);
  });

  it("include one's own pending items in their place", async () => {
    const eventId = await newEvent();
    const guest = await seedGuest(base);
    const approved = [
      await seedItem(host, eventId, uploadedIn(0)),
      await seedItem(guest, eventId, uploadedIn(1)),
    ];
    await host.put(`/api/events/${eventId}`, { moderationEnabled: true });
    const own = await seedItem(guest, eventId, { ...uploadedIn(2), status: 'pending' });
    const others = await seedItem(host, eventId, { ...uploadedIn(3), status: 'pending' });
    const seen = (query: string) =>
      walk(guest, `/api/events/${eventId}/media?limit=1&${query}&${guestQuery(guest)}`);
    expect(ids(await seen(''))).toEqual([own.id, ...ids(approved).reverse()]);
    expect(new Set(ids(await seen('sortBy=capturedAt')))).toEqual(new Set([own.id, ...ids(approved)]));
    expect(ids(await walk(host, `/api/events/${eventId}/media?limit=2`))).toEqual([
      others.id,
      own.id,
      ...ids(approved).reverse(),
    ]);
    expect(
      (
        await guest.get(`/api/events/${eventId}`, {
          'x-guest-id': guest.guestId,
          'x-guest-token': guest.token,
        })
      ).json.mediaCount,
    ).toBe(3);
  });
});

describe('public events', () => {
  it('are listed newest first in pages, and no other events are', async () => {
    const first = await newEvent({ name: 'First' });
    const hidden = [await newEvent({ privacy: 'unlisted' }), await newEvent({ privacy: 'private' })];
    const second = await newEvent({ name: 'Second' });
    const listed = ids(await walk(new Client(base), '/api/events/public?limit=1', first));
    expect(listed).toContain(second);
    expect(listed.at(-1)).toBe(first);
    expect(listed.filter((id) => hidden.includes(id))).toEqual([]);
    await host.put(`/api/events/${second}`, { privacy: 'unlisted' });
    await host.delete(`/api/events/${first}`);
    const left = ids((await new Client(base).get('/api/events/public?limit=100')).json);
    expect(left).not.toContain(second);
    expect(left).not.toContain(first);
  });
});

describe("one's events", () => {
  it('are those that one owns or joined, newest first, with role and count', async () => {
    const other = await newUser(base);
    const own = (await other.post('/api/events', { name: 'Own' })).json.id;
    const joined = await newEvent({ name: 'Joined' });
    await other.post(`/api/events/${joined}/join`);
    await seedItem(host, joined);
    const seen = (await other.get('/api/events')).json;
    expect(seen.map((event) => [event.id, event.role, event.mediaCount])).toEqual([
      [joined, 'participant', 1],
      [own, 'owner', 0],
    ]);
  });
});
