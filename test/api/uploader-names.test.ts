import { beforeAll, expect, inject, it } from 'vitest';
import type { EventRecord } from '../../functions/domain/records.ts';
import { Client } from '../fixtures/api-client.ts';
import type { Guest, SignedIn } from '../fixtures/users-and-guests.ts';
import { guestQueryOf } from '../fixtures/event-with-all-roles.ts';
import { seedGuest } from '../fixtures/seed-guest.ts';
import { seedItem, seedPlace } from '../fixtures/seed-item.ts';
import { newUser } from '../fixtures/new-user.ts';
import { seedEvent } from '../fixtures/seed-event.ts';

// Who sees whose name beside what they uploaded.

const base = inject('siteUrl');

let owner: SignedIn;
let participant: SignedIn;
let gina: Guest;
let anonymous: Client;

beforeAll(async () => {
  [owner, participant, gina] = await Promise.all([
    newUser(base, 'Olga'),
    newUser(base, ''),
    seedGuest(base, 'Gina von Stein'),
  ]);
  anonymous = new Client(base);
});

async function newEvent(fields: Partial<EventRecord> = {}): Promise<string> {
  const eventId = await seedEvent(owner, fields);
  await seedPlace(participant, eventId);
  return eventId;
}

const showNames = (eventId: string, showsFirstNames: boolean) =>
  owner.put(`/api/events/${eventId}`, { showsFirstNames });

/** Names as the gallery of each one has them, the oldest item first; what they see of one alone agrees. */
async function namesSeenBy(one: Client, eventId: string): Promise<(string | null)[]> {
  const listed = (await one.get(`/api/events/${eventId}/media${guestQueryOf(one, { order: 'asc' })}`)).json;
  for (const { id, uploaderName } of listed) {
    const alone = await one.get(`/api/media/${id}${guestQueryOf(one)}`);
    expect(alone).toMatchObject({ status: 200, json: { uploaderName } });
  }
  return listed.map(({ uploaderName }) => uploaderName);
}

it('the owner sees whole names, everybody else none, and nobody their own', async () => {
  const eventId = await newEvent();
  await seedItem(owner, eventId);
  await seedItem(gina, eventId);
  await seedItem(participant, eventId);
  expect(await namesSeenBy(owner, eventId)).toEqual([null, 'Gina von Stein', 'Lovelace']);
  for (const one of [gina, participant, anonymous])
    expect(await namesSeenBy(one, eventId)).toEqual([null, null, null]);
});

it('a switch shows first names to everybody, beside what is uploaded from then on', async () => {
  const eventId = await newEvent();
  expect((await owner.get(`/api/events/${eventId}`)).json.showsFirstNames).toBe(false);
  await seedItem(gina, eventId);
  expect((await showNames(eventId, true)).json.showsFirstNames).toBe(true);
  await seedItem(gina, eventId);
  await seedItem(participant, eventId);
  await seedItem(owner, eventId);
  // Once more changes nothing.
  await showNames(eventId, true);
  expect((await anonymous.get(`/api/events/${eventId}`)).json.showsFirstNames).toBe(true);
  expect(await namesSeenBy(anonymous, eventId)).toEqual([null, 'Gina', null, 'Olga']);
  expect(await namesSeenBy(gina, eventId)).toEqual([null, null, null, 'Olga']);
  expect((await namesSeenBy(owner, eventId))[1]).toBe('Gina von Stein');
  await showNames(eventId, false);
  expect(await namesSeenBy(anonymous, eventId)).toEqual([null, null, null, null]);
  expect((await participant.put(`/api/events/${eventId}`, { showsFirstNames: true })).status).toBe(403);
});

it('the owner finds what one person has sent, in every status, and sees who asks for approval', async () => {
  const eventId = await newEvent({ moderationEnabled: true });
  const waiting = { status: 'pending' } as const;
  const sent = [];
  for (let count = 0; count < 3; count += 1) sent.push((await seedItem(gina, eventId, waiting)).id);
  await seedItem(participant, eventId, waiting);
  const [first, second, third] = sent;
  await owner.put(`/api/media/${first}/moderate`, { status: 'approved' });
  const moderated = await owner.put(`/api/media/${second}/moderate`, { status: 'rejected' });
  expect(moderated.json.uploaderName).toBe('Gina von Stein');

  const ask = (query: string) => owner.get(`/api/events/${eventId}/media?${query}`);
  const found = async (query: string) =>
    (await ask(query)).json.map(({ id, status, uploaderName }) => [id, status, uploaderName]);
  expect(await found(`uploader=${gina.guestId}`)).toEqual([
    [third, 'pending', 'Gina von Stein'],
    [second, 'rejected', 'Gina von Stein'],
    [first, 'approved', 'Gina von Stein'],
  ]);
  expect(await found(`uploader=${gina.guestId}&status=pending`)).toEqual([
    [third, 'pending', 'Gina von Stein'],
  ]);
  expect(await found(`uploader=gst_${'a'.repeat(26)}`)).toEqual([]);
  expect((await found('status=pending')).length).toBe(2);
  for (const query of [
    'uploader=nobody',
    `uploader=${gina.guestId}&mine=true`,
    `uploader=${gina.guestId}&sortBy=votes`,
  ])
    expect((await ask(query)).status).toBe(400);
});
