import { inject, expect, it, describe, beforeAll } from 'vitest';
import { Client } from '../fixtures/api-client.ts';
import { newUser } from '../fixtures/new-user.ts';
import { seedEvent } from '../fixtures/seed-event.ts';
import {
  credentials,
  type Guest,
  guestQuery,
  newGuest,
  type SignedIn,
} from '../fixtures/users-and-guests.ts';
import { eventually, jpegFile, upload } from '../fixtures/uploads.ts';
import { renditionUrl } from '../fixtures/rendition-url.ts';
import { seedItem } from '../fixtures/seed-item.ts';
import { processedItem } from '../fixtures/processed-item.ts';

const base = inject('siteUrl');

const uploadedIn = (seconds: number) => ({
  status: 'pending' as const,
  uploadedAt: new Date(Date.now() + seconds * 1000).toISOString(),
});

describe('the main path', () => {
  let host: SignedIn;
  let guest: Guest;
  let eventId: string;

  beforeAll(async () => {
    host = await newUser(base, 'Hannah');
    guest = await newGuest(base, 'Grace');
    const created = await host.post('/api/events', {
      name: 'Summer party',
      privacy: 'unlisted',
      moderationEnabled: true,
      date: '2026-06-30',
    });
    eventId = created.json.id;
  });

  it('leads from upload through moderation to a gallery with votes', async () => {
    const items = [];
    for (const seed of [1, 2]) items.push(await upload(guest, eventId, await jpegFile(seed)));
    expect(items.map((item) => item.status)).toEqual(['pending', 'pending']);

    const seen = await host.get(`/api/events/${eventId}`);
    expect(seen.json).toMatchObject({ role: 'owner', pendingCount: 2, mediaCount: 2, date: '2026-06-30' });
    const stranger = new Client(base);
    expect((await stranger.get(`/api/events/${eventId}/media`)).json).toEqual([]);
    const own = await guest.get(`/api/events/${eventId}/media?${guestQuery(guest)}`);
    expect(own.json).toHaveLength(2);

    for (const item of items) {
      await processedItem(guest, eventId, item.id);
      const moderated = await host.put(`/api/media/${item.id}/moderate`, { status: 'approved' });
      expect(moderated).toMatchObject({ status: 200, json: { status: 'approved', state: 'ready' } });
    }
    const gallery = await stranger.get(`/api/events/${eventId}/media`);
    expect(gallery.json.map((item) => item.id)).toEqual(items.map((item) => item.id).reverse());
    expect(gallery.json[0]).toMatchObject({ originalName: null, guestUploadedBy: null, isOwn: false });

    const image = await stranger.get(renditionUrl(gallery.json[0]));
    expect(image.status).toBe(200);
    expect(image.headers.get('content-type')).toBe('image/webp');

    const voted = await guest.post(`/api/media/${items[0].id}/vote`, credentials(guest));
    expect(voted).toMatchObject({ status: 200, json: { count: 1, hasVoted: true } });
    const again = await guest.post(`/api/media/${items[0].id}/vote`, credentials(guest));
    expect(again).toMatchObject({ status: 409, json: { message: 'Already voted' } });
    const top = await stranger.get(`/api/events/${eventId}/media?sortBy=votes`);
    expect(top.json.map((item) => [item.id, item.voteCount])).toEqual([[items[0].id, 1]]);
    expect((await stranger.get(`/api/events/${eventId}`)).json).toMatchObject({
      mediaCount: 2,
      votedCount: 1,
    });
  });

  it('rejects all that was there at an instant, and approves all that was rejected', async () => {
    const id = await seedEvent(host, { moderationEnabled: true });
    const early = [await seedItem(guest, id, uploadedIn(0)), await seedItem(guest, id, uploadedIn(1))];
    const late = await seedItem(guest, id, uploadedIn(2));
    const decide = (body: object) => host.post(`/api/events/${id}/moderate`, body);
    const listed = async (status: string) =>
      (await host.get(`/api/events/${id}/media?status=${status}`)).json.map((item) => item.id).toReversed();
    const uploadedUntil = early[1]?.uploadedAt;
    expect((await decide({ status: 'rejected', uploadedUntil })).json).toEqual({
      moderated: 2,
      remaining: 1,
    });
    expect((await decide({ status: 'rejected', uploadedUntil })).json).toEqual({
      moderated: 0,
      remaining: 1,
    });
    expect([await listed('rejected'), await listed('pending')]).toEqual([
      early.map((item) => item.id),
      [late.id],
    ]);
    expect((await decide({ status: 'rejected', from: 'rejected' })).status).toBe(400);
    expect((await decide({ status: 'approved', from: 'rejected' })).json).toEqual({
      moderated: 2,
      remaining: 0,
    });
    expect([await listed('rejected'), await listed('pending')]).toEqual([[], [late.id]]);
  });

  it('ends with the event: nobody sees it, and its files are removed', async () => {
    // Those that were approved first.
    const [shown, hidden] = (await host.get(`/api/events/${eventId}/media`)).json;
    expect([shown, hidden]).toEqual([expect.anything(), expect.anything()]);
    const rejected = await host.put(`/api/media/${hidden?.id}/moderate`, { status: 'rejected' });
    const files = [renditionUrl(shown), renditionUrl(rejected.json)];
    for (const file of files) expect((await host.get(file)).status).toBe(200);
    expect((await host.delete(`/api/events/${eventId}`)).status).toBe(204);
    expect((await host.get(`/api/events/${eventId}`)).status).toBe(404);
    for (const file of files) await eventually(async () => (await host.get(file)).status !== 200);
  });
});
