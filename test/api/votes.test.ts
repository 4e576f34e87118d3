import { beforeAll, describe, expect, inject, it } from 'vitest';
import { runConcurrently } from '../fixtures/run-concurrently.ts';
import { newUser } from '../fixtures/new-user.ts';
import { seedEvent } from '../fixtures/seed-event.ts';
import { credentials, type Guest, guestQuery, type SignedIn } from '../fixtures/users-and-guests.ts';
import { eventually } from '../fixtures/uploads.ts';
import { seedGuest } from '../fixtures/seed-guest.ts';
import { seedItem } from '../fixtures/seed-item.ts';

const base = inject('siteUrl');
/** Enough that their transactions meet: more than an item's count has shards. */
const VOTERS = 18;

let host: SignedIn;
let eventId: string;

beforeAll(async () => {
  host = await newUser(base);
  eventId = await seedEvent(host, { name: 'Votes' });
});

describe('votes', () => {
  it(`of ${VOTERS} people at once all count, exactly once, and nobody sees an error`, async () => {
    const { id } = await seedItem(host, eventId);
    const guests = await runConcurrently(Array.from({ length: VOTERS }), () => seedGuest(base));
    const cast = (guest: Guest) => guest.post(`/api/media/${id}/vote`, credentials(guest));
    const answers = await runConcurrently(guests, cast);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await host.get(`/api/media/${id}/votes`)).json).toEqual({ count: VOTERS, hasVoted: false });

    const withdrawn = guests.slice(0, VOTERS / 3);
    await runConcurrently(withdrawn, (guest) => guest.delete(`/api/media/${id}/vote?${guestQuery(guest)}`));
    const left = VOTERS - withdrawn.length;
    expect((await host.get(`/api/media/${id}/votes`)).json.count).toBe(left);
    // The order follows: an event takes only so many changes of it a second.
    await eventually(async () => {
      const { json } = await host.get(`/api/events/${eventId}/media?sortBy=votes`);
      return json[0]?.id === id && json[0]?.voteCount === left;
    });
    expect((await host.get(`/api/events/${eventId}`)).json.votedCount).toBe(1);
  });

  it('of one person sent many times at once are one vote', async () => {
    const { id } = await seedItem(host, eventId);
    const guest = await seedGuest(base);
    const answers = await runConcurrently(Array.from({ length: 5 }), () =>
      guest.post(`/api/media/${id}/vote`, credentials(guest)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(4);
    expect((await host.get(`/api/media/${id}/votes`)).json.count).toBe(1);
  });

  it('are withdrawn once, and withdrawing none changes nothing', async () => {
    const { id } = await seedItem(host, eventId);
    const none = await host.delete(`/api/media/${id}/vote`);
    expect(none).toMatchObject({ status: 200, json: { count: 0, hasVoted: false } });
    await host.post(`/api/media/${id}/vote`);
    expect((await host.delete(`/api/media/${id}/vote`)).json).toEqual({ count: 0, hasVoted: false });
    expect((await host.delete(`/api/media/${id}/vote`)).json).toEqual({ count: 0, hasVoted: false });
    const sorted = await host.get(`/api/events/${eventId}/media?sortBy=votes`);
    expect(sorted.json.map((item) => item.id)).not.toContain(id);
  });
});
