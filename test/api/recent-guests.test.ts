import { beforeAll, describe, expect, inject, it } from 'vitest';
import { blockRecentGuests, listPeople, type PersonView } from '../../shared/contract/people.ts';
import { dynamoClient } from '../../functions/aws/clients.ts';
import { blockRecentGuests as blockNext } from '../../functions/people/block-recent-guests.ts';
import { updateRow } from '../../functions/table/update-row.ts';
import { keys } from '../../functions/table/keys.ts';
import { parseResponse } from '../fixtures/parse-response.ts';
import { runConcurrently } from '../fixtures/run-concurrently.ts';
import { newUser } from '../fixtures/new-user.ts';
import { credentials, type Guest, type SignedIn } from '../fixtures/users-and-guests.ts';
import { seedGuest } from '../fixtures/seed-guest.ts';
import { seedItem, seedPlace } from '../fixtures/seed-item.ts';
import { seedEvent } from '../fixtures/seed-event.ts';

const base = inject('siteUrl');
Object.assign(process.env, inject('environment'));

let host: SignedIn;

beforeAll(async () => {
  host = await newUser(base);
  return () => dynamoClient().destroy();
});

const newEvent = (): Promise<string> => seedEvent(host, { name: 'Recent' });
const vote = (guest: Guest, mediaId: string) => guest.post(`/api/media/${mediaId}/vote`, credentials(guest));

async function peopleOf(eventId: string): Promise<PersonView[]> {
  return parseResponse(listPeople, await host.get(`/api/events/${eventId}/people`));
}
const find = async (eventId: string, { guestId }: Guest) =>
  (await peopleOf(eventId)).find(({ id }) => id === guestId);
const blockedIn = async (eventId: string) =>
  (await peopleOf(eventId))
    .filter(({ isBlocked }) => isBlocked)
    .map(({ id }) => id)
    .toSorted();

/** Calls until nothing is left. @returns how many people the calls were about, and since when */
async function blockRecent(eventId: string, joined: object, countOnly = false) {
  let [people, since, cursor] = [0, '', undefined as string | null | undefined];
  while (cursor !== null) {
    const body = { joined: since ? { since } : joined, countOnly, ...(cursor !== undefined && { cursor }) };
    const answer = await host.post(`/api/events/${eventId}/people/block-recent`, body);
    const batch = parseResponse(blockRecentGuests, answer);
    people += batch.people;
    ({ since, cursor } = batch);
  }
  return { people, since };
}

describe('guests who joined since an instant', () => {
  it('are blocked with all that they left in place, and each can be restored', async () => {
    const eventId = await newEvent();
    const names = ['Early', 'Uploads', 'Votes', 'Paying', 'Blocked'];
    const guests = await runConcurrently(names, (name) => seedGuest(base, name));
    const [early, uploads, votes, paying, blocked] = guests as [Guest, Guest, Guest, Guest, Guest];
    const { id } = await seedItem(early, eventId);
    const member = await newUser(base);
    await seedPlace(member, eventId);
    await seedItem(uploads, eventId);
    for (const guest of [votes, paying, blocked]) expect((await vote(guest, id)).status).toBe(200);
    await host.delete(`/api/events/${eventId}/people/${blocked.guestId}`);
    await updateRow(keys.membership(eventId, `guest:${paying.guestId}`), {
      UpdateExpression: 'ADD paymentIds :ids',
      ExpressionAttributeValues: { ':ids': new Set(['pay_1']) },
    });
    const since = (await find(eventId, uploads))?.since ?? '';
    // The instant itself belongs to it, and the one before it does not.
    expect((await find(eventId, early))?.since).not.toBe(since);
    const later = new Date(Date.parse(since) + 1).toISOString();

    expect((await blockRecent(eventId, { since: later }, true)).people).toBe(1);
    expect(await blockRecent(eventId, { since }, true)).toEqual({ people: 2, since });
    expect(await blockedIn(eventId)).toEqual([blocked.guestId]);
    expect((await blockRecent(eventId, { since })).people).toBe(2);
    expect((await blockRecent(eventId, { since })).people).toBe(0);
    expect(await blockedIn(eventId)).toEqual(
      [uploads, votes, blocked].map(({ guestId }) => guestId).toSorted(),
    );
    expect((await host.get(`/api/events/${eventId}`)).json.mediaCount).toBe(2);
    expect((await host.get(`/api/media/${id}/votes`)).json.count).toBe(3);
    expect(
      (await votes.get(`/api/events/${eventId}?${new URLSearchParams(credentials(votes)).toString()}`))
        .status,
    ).toBe(403);

    await host.post(`/api/events/${eventId}/people/${votes.guestId}/restore`);
    expect((await vote(votes, id)).status).toBe(409);
  });

  it('are asked for by the last minutes of the server, which answers since when that is', async () => {
    const eventId = await newEvent();
    await seedPlace(await seedGuest(base), eventId);
    const before = Date.now();
    const { people, since } = await blockRecent(eventId, { lastMinutes: 10 }, true);
    expect(people).toBe(1);
    expect(Date.parse(since)).toBeGreaterThanOrEqual(before - 600_000);
    expect(Date.parse(since)).toBeLessThanOrEqual(Date.now() - 600_000);
    for (const joined of [{}, { lastMinutes: 0 }, { lastMinutes: 1.5 }, { since: 'yesterday' }])
      expect((await host.post(`/api/events/${eventId}/people/block-recent`, { joined })).status).toBe(400);
  });

  it('joined when they took their place, also if they lost one before', async () => {
    const eventId = await newEvent();
    const guest = await seedGuest(base);
    const { id } = await seedItem(guest, eventId);
    await host.put(`/api/media/${id}/moderate`, { status: 'rejected' });
    const first = (await find(eventId, guest))?.since ?? '';
    await host.post(`/api/events/${eventId}/people/remove-idle`, {});
    expect(await find(eventId, guest)).toBeUndefined();
    expect((await blockRecent(eventId, { since: first })).people).toBe(0);
    await seedItem(guest, eventId);
    const again = (await find(eventId, guest))?.since ?? '';
    expect(again > first).toBe(true);
    expect((await blockRecent(eventId, { since: again })).people).toBe(1);
  });

  it('are blocked once, however many calls run at once, and free as many places', async () => {
    const eventId = await newEvent();
    const guests = await runConcurrently(Array.from({ length: 8 }), () => seedGuest(base));
    for (const guest of guests) await seedPlace(guest, eventId);
    const since = new Date(0).toISOString();
    const blocked = await Promise.all(
      [1, 2, 3].map(async () => (await blockNext(eventId, { since, after: '' })).people),
    );
    expect(blocked.reduce((sum, people) => sum + people)).toBe(guests.length);
    expect(await blockedIn(eventId)).toEqual(guests.map(({ guestId }) => guestId).toSorted());
  });
});
