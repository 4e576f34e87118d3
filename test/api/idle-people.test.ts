import { beforeAll, describe, expect, inject, it } from 'vitest';
import { listPeople } from '../../shared/contract/people.ts';
import type { ApiResponse } from '../fixtures/api-client.ts';
import { dynamoClient } from '../../functions/aws/clients.ts';
import type { EventRecord, MediaRecord } from '../../functions/domain/records.ts';
import { getMedia } from '../../functions/table/media.ts';
import { countAfterVote } from '../../functions/table/vote-counts.ts';
import { castVote, listVotes } from '../../functions/table/votes.ts';
import { parseResponse } from '../fixtures/parse-response.ts';
import { runConcurrently } from '../fixtures/run-concurrently.ts';
import { type File, eventually, jpegFile, putUpload, save, upload } from '../fixtures/uploads.ts';
import { newUser } from '../fixtures/new-user.ts';
import { credentials, type Guest, type SignedIn } from '../fixtures/users-and-guests.ts';
import { seedGuest } from '../fixtures/seed-guest.ts';
import { seedItem, seedPlace } from '../fixtures/seed-item.ts';
import { processedItem } from '../fixtures/processed-item.ts';
import { seedEvent } from '../fixtures/seed-event.ts';

const base = inject('siteUrl');
Object.assign(process.env, inject('environment'));

let host: SignedIn;
let file: File;

beforeAll(async () => {
  host = await newUser(base);
  file = await jpegFile(1);
  return () => dynamoClient().destroy();
});

const newEvent = (fields: Partial<EventRecord> = {}): Promise<string> =>
  seedEvent(host, { name: 'Idle', ...fields });
const query = (guest: Guest) => new URLSearchParams(credentials(guest)).toString();
/** Looks like a photo, and is none. */
const brokenJpeg = Buffer.concat([
  Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'),
  Buffer.alloc(500),
]);
const vote = (guest: Guest, mediaId: string) => guest.post(`/api/media/${mediaId}/vote`, credentials(guest));

/** As a call does, of whoever is new in the event, too. */
async function seedVote(guest: Guest, mediaId: string): Promise<void> {
  const media = await getMedia(mediaId);
  if (!media) throw new Error('There is no such item.');
  await seedPlace(guest, media.eventId);
  await castVote({ media, voter: `guest:${guest.guestId}` }, new Date());
  await countAfterVote(mediaId, new Date());
}

/** Calls until nothing is left. @returns how many people the calls were about */
async function removeIdle(eventId: string, countOnly = false): Promise<number> {
  let [people, cursor] = [0, undefined as string | null | undefined];
  while (cursor !== null) {
    const body = { countOnly, ...(cursor !== undefined && { cursor }) };
    const { json } = await host.post(`/api/events/${eventId}/people/remove-idle`, body);
    people += json.people;
    ({ cursor } = json);
  }
  return people;
}

async function idsOf(eventId: string, query = ''): Promise<string[]> {
  const ids: string[] = [];
  for (let path: string | undefined = `/api/events/${eventId}/people${query}`; path;) {
    const answer: ApiResponse = await host.get(path);
    ids.push(...parseResponse(listPeople, answer).map(({ id }) => id));
    path = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
  }
  return ids.toSorted();
}

describe('people without uploads', () => {
  it('lose their place and their votes, and nobody else does; who is real can come again', async () => {
    const eventId = await newEvent({ moderationEnabled: true });
    const [waiting, idle, blocked] = [await seedGuest(base), await seedGuest(base), await seedGuest(base)];
    const [member, approved] = [await newUser(base), await seedItem(host, eventId)];
    await seedPlace(member, eventId);
    await seedItem(waiting, eventId, { status: 'pending' });
    for (const guest of [waiting, idle, blocked]) await seedVote(guest, approved.id);
    await member.post(`/api/media/${approved.id}/vote`);
    await host.delete(`/api/events/${eventId}/people/${blocked.guestId}`);

    expect(await removeIdle(eventId, true)).toBe(2);
    expect(await idsOf(eventId)).toHaveLength(5);
    expect(await removeIdle(eventId)).toBe(2);
    expect(await idsOf(eventId)).toEqual([host.userId, waiting.guestId, blocked.guestId].toSorted());
    const votes = async () => (await host.get(`/api/media/${approved.id}/votes`)).json.count;
    expect(await votes()).toBe(2);
    await eventually(async () => {
      const { json } = await host.get(`/api/events/${eventId}/media`);
      return json.find(({ id }) => id === approved.id)?.voteCount === 2;
    });
    expect(await removeIdle(eventId)).toBe(0);

    expect((await vote(idle, approved.id)).status).toBe(200);
    expect(await votes()).toBe(3);
    expect((await member.post(`/api/events/${eventId}/join`)).status).toBe(201);
    expect((await vote(blocked, approved.id)).status).toBe(403);
  });

  it('include who has only items that were rejected, taken back or unsupported; what is taken back later counts right', async () => {
    const eventId = await newEvent();
    const guests = await runConcurrently(['A', 'B', 'C', 'D', 'E'], (name) => seedGuest(base, name));
    const [rejected, deleted, broken, mixed, approvedAgain] = guests as [Guest, Guest, Guest, Guest, Guest];
    const garbage: File = { name: 'x.jpg', type: 'image/jpeg', bytes: brokenJpeg };
    const items = await runConcurrently(guests, (guest) =>
      guest === broken ? upload(guest, eventId, garbage) : seedItem(guest, eventId),
    );
    const [ofRejected, ofDeleted, ofBroken, ofMixed, ofApproved] = items.map(({ id }) => String(id));
    await seedItem(mixed, eventId);
    for (const guest of guests) await seedVote(guest, ofApproved ?? '');
    const moderate = (id: string | undefined, status: string) =>
      host.put(`/api/media/${id}/moderate`, { status });
    for (const id of [ofRejected, ofMixed, ofApproved]) await moderate(id, 'rejected');
    await moderate(ofApproved, 'approved');
    await deleted.delete(`/api/events/${eventId}/media/${ofDeleted}?${query(deleted)}`);
    expect(await processedItem(host, eventId, ofBroken ?? '')).toMatchObject({ state: 'unsupported' });

    expect(await removeIdle(eventId, true)).toBe(3);
    expect(await removeIdle(eventId)).toBe(3);
    expect(await removeIdle(eventId)).toBe(0);
    const rest = [host.userId, mixed.guestId, approvedAgain.guestId].toSorted();
    expect(await idsOf(eventId)).toEqual(rest);
    expect((await host.get(`/api/media/${ofApproved}/votes`)).json.count).toBe(2);
    // Their items are there as before.
    expect((await host.get(`/api/events/${eventId}`)).json).toMatchObject({
      mediaCount: 3,
      rejectedCount: 2,
    });

    // Who comes again has a place again, and none of what is decided or taken back meanwhile is counted wrongly.
    await moderate(ofRejected, 'approved');
    const { id } = await seedItem(rejected, eventId);
    await seedItem(broken, eventId);
    expect(await idsOf(eventId)).toEqual([...rest, rejected.guestId, broken.guestId].toSorted());
    expect(await removeIdle(eventId)).toBe(0);
    await host.delete(`/api/events/${eventId}/media/${id}`);
    await host.delete(`/api/events/${eventId}/media/${ofBroken}`);
    expect(await removeIdle(eventId)).toBe(0);
    await moderate(ofRejected, 'rejected');
    expect(await removeIdle(eventId)).toBe(1);
    expect(await idsOf(eventId)).toEqual([...rest, broken.guestId].toSorted());
  });

  it('may have joined with an account, and join again', async () => {
    const eventId = await newEvent();
    const member = await newUser(base);
    await seedPlace(member, eventId);
    const { id } = await seedItem(member, eventId);
    await host.put(`/api/media/${id}/moderate`, { status: 'rejected' });
    expect(await removeIdle(eventId)).toBe(1);
    expect((await member.get(`/api/events/${eventId}`)).json).toMatchObject({
      role: 'user',
      hasPlace: false,
    });
    expect((await member.post(`/api/events/${eventId}/join`)).status).toBe(201);
    expect(await idsOf(eventId)).toEqual([host.userId, member.userId].toSorted());
    expect(await removeIdle(eventId)).toBe(1);
  });

  it('are removed once, however many calls run at once, with their votes', async () => {
    const eventId = await newEvent();
    const { id } = await seedItem(host, eventId);
    const guests = await runConcurrently(Array.from({ length: 5 }), () => seedGuest(base));
    await runConcurrently(guests, (guest) => seedVote(guest, id));
    const removed = await Promise.all([removeIdle(eventId), removeIdle(eventId), removeIdle(eventId)]);
    expect(removed.reduce((sum, people) => sum + people)).toBe(guests.length);
    expect(await idsOf(eventId)).toEqual([host.userId]);
    expect((await host.get(`/api/media/${id}/votes`)).json.count).toBe(0);
  });

  it('whose vote is written only after they were removed are not counted', async () => {
    const eventId = await newEvent();
    const { id } = await seedItem(host, eventId);
    const [late, again] = [await seedGuest(base), await seedGuest(base)];
    for (const guest of [late, again]) await seedVote(guest, id);
    const media = (await getMedia(id)) as MediaRecord;
    expect(await removeIdle(eventId)).toBe(2);
    await vote(again, id);
    // As a call does that read its voter's place before the removal, and writes after it.
    await castVote({ media, voter: `guest:${late.guestId}` }, new Date());
    await eventually(async () => (await host.get(`/api/media/${id}/votes`)).json.count === 1);
    expect(await listVotes(eventId, `guest:${late.guestId}`)).toEqual(new Map());
    expect((await listVotes(eventId, `guest:${again.guestId}`)).size).toBe(1);
  });

  it('whose photo is on its way lose nothing of it', async () => {
    const eventId = await newEvent();
    const guests = await runConcurrently(Array.from({ length: 2 }), () => seedGuest(base));
    const paths = await Promise.all(guests.map((guest) => putUpload(guest, eventId, file)));
    const [, ...answers] = await Promise.all([
      removeIdle(eventId),
      ...guests.map((guest, at) => save(guest, eventId, { objectPath: paths[at] ?? '', file })),
    ]);
    // A save whose place went during the call is told to repeat it, as the upload queue does.
    for (const [at, guest] of guests.entries()) {
      const { status } = answers[at] as ApiResponse;
      if (status === 201) continue;
      expect(status).toBe(409);
      expect((await save(guest, eventId, { objectPath: paths[at] ?? '', file })).status).toBe(201);
    }
    expect((await host.get(`/api/events/${eventId}`)).json.mediaCount).toBe(guests.length);
    expect(await removeIdle(eventId)).toBe(0);
    expect(await idsOf(eventId)).toHaveLength(1 + guests.length);
  });
});

it('the search of people finds a part of a name or an address, without accents and case', async () => {
  const eventId = await newEvent();
  const guests = await runConcurrently(['Grace', 'Zoë Brontë'], (name) => seedGuest(base, name));
  for (const guest of guests) await seedPlace(guest, eventId);
  for (const text of ['zoe', ' BRONTE ', 'ë b'])
    expect(await idsOf(eventId, `?q=${encodeURIComponent(text)}`)).toEqual([guests[1]?.guestId]);
  expect(await idsOf(eventId, `?q=${encodeURIComponent(host.email)}`)).toEqual([host.userId]);
  expect(await idsOf(eventId, '?q=nobody')).toEqual([]);
  expect(await idsOf(eventId, '?q=')).toHaveLength(3);
});
