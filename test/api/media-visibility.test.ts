import { beforeAll, describe, expect, inject, it } from 'vitest';
import type { EventRecord } from '../../functions/domain/records.ts';
import type { MediaStatus } from '../../shared/contract/entities.ts';
import { Client } from '../fixtures/api-client.ts';
import { newUser } from '../fixtures/new-user.ts';
import type { Guest, SignedIn } from '../fixtures/users-and-guests.ts';
import { guestIdentityOf, guestQueryOf } from '../fixtures/event-with-all-roles.ts';
import { seedEvent } from '../fixtures/seed-event.ts';
import { seedGuest } from '../fixtures/seed-guest.ts';
import { seedItem, seedPlace } from '../fixtures/seed-item.ts';
import { jpegFile, putUpload, save, upload } from '../fixtures/uploads.ts';

const base = inject('siteUrl');

let owner: SignedIn;
let participant: SignedIn;
let guest: Guest;
let anonymous: Client;

beforeAll(async () => {
  [owner, participant, guest] = await Promise.all([newUser(base), newUser(base), seedGuest(base)]);
  anonymous = new Client(base);
});

async function newEvent(fields: Partial<EventRecord> = {}): Promise<string> {
  const eventId = await seedEvent(owner, { name: 'Seen', ...fields });
  await seedPlace(participant, eventId);
  return eventId;
}

const everybody = (): Client[] => [owner, guest, participant, anonymous];

const statuses = async (ask: (one: Client) => Promise<{ status: number }>) =>
  Promise.all(everybody().map(async (one) => (await ask(one)).status));

describe('a pending item', () => {
  it('is seen by its uploader and the owner, and voted on by nobody', async () => {
    const eventId = await newEvent({ moderationEnabled: true });
    const { id } = await seedItem(guest, eventId, { status: 'pending' });
    const listed = () =>
      Promise.all(
        everybody().map(
          async (one) => (await one.get(`/api/events/${eventId}/media${guestQueryOf(one)}`)).json.length,
        ),
      );
    const votes = () => statuses((one) => one.get(`/api/media/${id}/votes${guestQueryOf(one)}`));
    const itself = () => statuses((one) => one.get(`/api/media/${id}${guestQueryOf(one)}`));
    const vote = () => statuses((one) => one.post(`/api/media/${id}/vote`, { ...guestIdentityOf(one) }));

    expect(await listed()).toEqual([1, 1, 0, 0]);
    expect(await votes()).toEqual([200, 200, 404, 404]);
    expect(await itself()).toEqual([200, 200, 404, 404]);
    expect(await vote()).toEqual([409, 409, 409, 401]);

    await owner.put(`/api/media/${id}/moderate`, { status: 'rejected' });
    expect(await listed()).toEqual([0, 0, 0, 0]);
    expect((await owner.get(`/api/events/${eventId}/media?status=rejected`)).json).toHaveLength(1);
    expect(await votes()).toEqual([200, 404, 404, 404]);
    expect(await itself()).toEqual([200, 404, 404, 404]);
    expect(await vote()).toEqual([409, 409, 409, 401]);

    expect((await owner.put(`/api/media/${id}/moderate`, { status: 'pending' })).status).toBe(400);
    await owner.put(`/api/media/${id}/moderate`, { status: 'approved' });
    expect(await listed()).toEqual([1, 1, 1, 1]);
    for (const one of everybody()) {
      const [listed] = (await one.get(`/api/events/${eventId}/media${guestQueryOf(one)}`)).json;
      expect((await one.get(`/api/media/${id}${guestQueryOf(one)}`)).json).toEqual(listed);
    }
    expect(await vote()).toEqual([200, 200, 200, 401]);
  });

  it('can be the owner’s, too, and turning moderation off approves nothing', async () => {
    const eventId = await newEvent({ moderationEnabled: true });
    const { status, id } = await upload(owner, eventId, await jpegFile(1));
    expect(status).toBe('pending');
    await owner.put(`/api/events/${eventId}`, { moderationEnabled: false });
    expect((await participant.get(`/api/media/${id}/votes`)).status).toBe(404);
    expect((await upload(participant, eventId, await jpegFile(2))).status).toBe('approved');
    const answer = await owner.post(`/api/events/${eventId}/moderate`, { status: 'rejected' });
    expect(answer).toMatchObject({ status: 200, json: { moderated: 1, remaining: 0 } });
  });
});

const askOwn = (one: Client, eventId: string, query: Record<string, string> = {}) =>
  one.get(`/api/events/${eventId}/media${guestQueryOf(one, { mine: 'true', ...query })}`);

const own = async (one: Client, eventId: string, query: Record<string, string> = {}) => {
  const { status, json } = await askOwn(one, eventId, query);
  return status === 200 ? json.map((item) => [item.id, item.status]) : status;
};

/** The guest's, one after the other. @returns their ids */
async function seedThree(eventId: string, status: MediaStatus): Promise<string[]> {
  const ids: string[] = [];
  for (const secondsAgo of [3, 2, 1]) {
    const uploadedAt = new Date(Date.now() - secondsAgo * 1000).toISOString();
    ids.push((await seedItem(guest, eventId, { status, uploadedAt })).id);
  }
  return ids;
}

describe("one's own uploads", () => {
  it('are listed in every status that one may see, and nobody else’s are', async () => {
    const eventId = await newEvent({ moderationEnabled: true });
    const [first, second, third] = await seedThree(eventId, 'pending');
    const hosts = await seedItem(owner, eventId, { status: 'pending' });
    await owner.put(`/api/media/${first}/moderate`, { status: 'approved' });
    await owner.put(`/api/media/${third}/moderate`, { status: 'rejected' });
    await owner.put(`/api/media/${hosts.id}/moderate`, { status: 'rejected' });

    expect(await own(guest, eventId)).toEqual([
      [second, 'pending'],
      [first, 'approved'],
    ]);
    expect(await own(guest, eventId, { order: 'asc', status: 'approved' })).toEqual([[first, 'approved']]);
    expect(await own(owner, eventId)).toEqual([[hosts.id, 'rejected']]);
    expect(await own(participant, eventId)).toEqual([]);
    expect(await own(anonymous, eventId)).toBe(401);
    expect(await own(guest, eventId, { sortBy: 'votes' })).toBe(400);
  });

  it('come by pages, without what was taken back', async () => {
    const eventId = await newEvent();
    const [first, second, third] = await seedThree(eventId, 'approved');
    await guest.delete(`/api/events/${eventId}/media/${second}${guestQueryOf(guest)}`);
    expect(await own(guest, eventId, { limit: '1' })).toEqual([[third, 'approved']]);
    const { headers } = await askOwn(guest, eventId, { limit: '1' });
    const next = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1] ?? '';
    const cursor = new URL(next, base).searchParams.get('cursor') ?? '';
    expect(await own(guest, eventId, { limit: '1', cursor })).toEqual([[first, 'approved']]);
    expect((await askOwn(guest, eventId, { cursor })).headers.get('link')).toBeNull();
  });
});

describe('counts', () => {
  it('include only what each caller may see', async () => {
    const eventId = await newEvent({ moderationEnabled: true });
    const first = await seedItem(guest, eventId, { status: 'pending' });
    await seedItem(guest, eventId, { status: 'pending' });
    const counts = () =>
      Promise.all(
        everybody().map(async (one) => {
          const headers = guestIdentityOf(one);
          const { json } = await one.get(
            `/api/events/${eventId}`,
            headers && { 'x-guest-id': headers.guestId, 'x-guest-token': headers.token },
          );
          return [json.role, json.mediaCount, json.votedCount, json.pendingCount, json.rejectedCount];
        }),
      );
    expect(await counts()).toEqual([
      ['owner', 2, 0, 2, 0],
      ['guest', 2, 0, undefined, undefined],
      ['participant', 0, 0, undefined, undefined],
      ['anonymous', 0, 0, undefined, undefined],
    ]);
    await owner.put(`/api/media/${first.id}/moderate`, { status: 'approved' });
    await participant.post(`/api/media/${first.id}/vote`);
    expect((await counts()).map(([, media, voted]) => [media, voted])).toEqual([
      [2, 1],
      [2, 1],
      [1, 1],
      [1, 1],
    ]);
    await owner.put(`/api/media/${first.id}/moderate`, { status: 'rejected' });
    expect((await counts()).map(([, media, voted]) => [media, voted])).toEqual([
      [1, 0],
      [1, 0],
      [0, 0],
      [0, 0],
    ]);
  });
});

describe('an upload', () => {
  it('belongs to its event only, and a refused save deletes nothing', async () => {
    const [eventId, otherId] = [await newEvent(), await newEvent()];
    const file = await jpegFile(5);
    const objectPath = await putUpload(guest, eventId, file);
    expect((await save(guest, otherId, { objectPath, file })).status).toBe(403);
    const wrongSize = { ...file, bytes: Buffer.concat([file.bytes, Buffer.from('x')]) };
    expect((await save(guest, eventId, { objectPath, file: wrongSize })).status).toBe(400);
    expect((await save(guest, eventId, { objectPath, file: { ...file, type: 'image/png' } })).status).toBe(
      415,
    );
    expect((await save(guest, eventId, { objectPath, file })).status).toBe(201);
  });
});
