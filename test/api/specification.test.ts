import { beforeAll, describe, expect, inject, it } from 'vitest';
import { newUser } from '../fixtures/new-user.ts';
import { seedEvent } from '../fixtures/seed-event.ts';
import { seedItem, seedPlace } from '../fixtures/seed-item.ts';
import { jpegFile, saveRequest } from '../fixtures/uploads.ts';
import type { SignedIn } from '../fixtures/users-and-guests.ts';

// Which calls and fields the product's description lists is in `test/unit/contract/specification.test.ts`.

const base = inject('siteUrl');

let host: SignedIn;
let user: SignedIn;
let eventId: string;

beforeAll(async () => {
  [host, user] = await Promise.all([newUser(base), newUser(base)]);
  eventId = await seedEvent(host);
  await seedPlace(user, eventId);
});

describe('what the description says of replies', () => {
  it('prices come back with two decimals, dates as they were sent, and voteCount with every item', async () => {
    const { json } = await host.post('/api/events', {
      name: 'P',
      date: '2026-02-28',
      isPaid: true,
      price: 12.5,
    });
    expect(json).toMatchObject({ price: '12.50', date: '2026-02-28', currency: 'usd', privacy: 'private' });
    const { id } = await seedItem(host, eventId);
    await user.post(`/api/media/${id}/vote`);
    const list = (await host.get(`/api/events/${eventId}/media?sortBy=votes`)).json;
    expect(list.find((item) => item.id === id)).toMatchObject({ voteCount: 1, hasVoted: false });
  });

  it('joining twice is answered in the words that the client looks for', async () => {
    expect(await user.post(`/api/events/${eventId}/join`)).toMatchObject({
      status: 409,
      json: { message: 'User has already joined this event' },
    });
  });

  it('an error while deleting an item has a message', async () => {
    const { id } = await seedItem(host, eventId);
    const answer = await user.delete(`/api/events/${eventId}/media/${id}`);
    expect([answer.status, typeof answer.json.message]).toEqual([403, 'string']);
  });

  it('a file is sent by PUT to the URL of the upload parameters', async () => {
    const file = await jpegFile(8);
    const { json } = await user.post('/api/objects/upload');
    const sent = await fetch(json.url, { method: 'PUT', body: new Uint8Array(file.bytes) });
    expect(sent.status).toBe(200);
    const { objectPath } = json;
    const saved = await user.post(`/api/events/${eventId}/media`, saveRequest(eventId, { objectPath, file }));
    expect(saved.status).toBe(201);
  });
});
