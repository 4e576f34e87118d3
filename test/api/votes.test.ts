import { beforeAll, describe, expect, inject, it } from 'vitest';
import { Client } from '../fixtures/api-client.ts';
import { runConcurrently } from '../fixtures/run-concurrently.ts';
import { newUser } from '../fixtures/new-user.ts';
import {
  credentials,
  type Guest,
  guestQuery,
  newGuest,
  type SignedIn,
} from '../fixtures/users-and-guests.ts';
import { eventually, jpegFile, upload } from '../fixtures/uploads.ts';
import { listPeople } from '../../shared/contract/people.ts';
import type { ApiResponse } from '../fixtures/api-client.ts';
import { parseResponse } from '../fixtures/parse-response.ts';

const base = inject('siteUrl');
/** Enough that their transactions meet: about a hundred are under way at any time. */
const VOTERS = 200;

let host: SignedIn;
let eventId: string;

beforeAll(async () => {
  host = await newUser(base);
  eventId = (await host.post('/api/events', { name: 'Votes', privacy: 'public' })).json.id;
});

/** Everybody of an event, page by page. */
async function peopleOf(event: string) {
  const found = [];
  for (let path: string | undefined = `/api/events/${event}/people`; path;) {
    const answer: ApiResponse = await host.get(path);
    found.push(...parseResponse(listPeople, answer));
    path = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
  }
  return found;
}

describe('votes', () => {
  it(`of ${VOTERS} people at once all count, exactly once, and nobody sees an error`, async () => {
    const { id } = await upload(host, eventId, await jpegFile(1));
    const guests = await runConcurrently(Array.from({ length: VOTERS }), () => newGuest(base));
    const cast = (guest: Guest) => guest.post(`/api/media/${id}/vote`, credentials(guest));
    const answers = await runConcurrently(guests, cast);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await host.get(`/api/media/${id}/votes`)).json).toEqual({ count: VOTERS, hasVoted: false });

    const withdrawn = guests.slice(0, VOTERS / 2);
    await runConcurrently(withdrawn, (guest) => guest.delete(`/api/media/${id}/vote?${guestQuery(guest)}`));
    expect((await host.get(`/api/media/${id}/votes`)).json.count).toBe(VOTERS / 2);
    // The order follows: an event takes only so many changes of it a second.
    await eventually(async () => {
      const { json } = await host.get(`/api/events/${eventId}/media?sortBy=votes`);
      return json[0]?.id === id && json[0]?.voteCount === VOTERS / 2;
    });
    expect((await host.get(`/api/events/${eventId}`)).json.votedCount).toBe(1);
  });

  it('of one person sent many times at once are one vote', async () => {
    const { id } = await upload(host, eventId, await jpegFile(2));
    const guest = await newGuest(base);
    const answers = await runConcurrently(Array.from({ length: 20 }), () =>
      guest.post(`/api/media/${id}/vote`, credentials(guest)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
    expect((await host.get(`/api/media/${id}/votes`)).json.count).toBe(1);
  });

  it('are withdrawn once, and withdrawing none changes nothing', async () => {
    const { id } = await upload(host, eventId, await jpegFile(3));
    const none = await host.delete(`/api/media/${id}/vote`);
    expect(none).toMatchObject({ status: 200, json: { count: 0, hasVoted: false } });
    await host.post(`/api/media/${id}/vote`);
    expect((await host.delete(`/api/media/${id}/vote`)).json).toEqual({ count: 0, hasVoted: false });
    expect((await host.delete(`/api/media/${id}/vote`)).json).toEqual({ count: 0, hasVoted: false });
    const sorted = await host.get(`/api/events/${eventId}/media?sortBy=votes`);
    expect(sorted.json.map((item) => item.id)).not.toContain(id);
  });

  it('of a guest and of the account that claims them are one', async () => {
    const [both, guestOnly] = [
      await upload(host, eventId, await jpegFile(4)),
      await upload(host, eventId, await jpegFile(5)),
    ];
    const guest = await newGuest(base);
    const own = await upload(guest, eventId, await jpegFile(6));
    for (const { id } of [both, guestOnly]) await guest.post(`/api/media/${id}/vote`, credentials(guest));
    const user = await newUser(base);
    await user.post(`/api/media/${both.id}/vote`);

    const claim = await user.post('/api/guests/claim', credentials(guest));
    expect(claim).toMatchObject({ status: 200, json: { claimed: true } });
    expect((await user.post('/api/guests/claim', credentials(guest))).status).toBe(200);
    const { json } = await user.get(`/api/events/${eventId}/media`);
    const seen = (id: string) => json.find((item) => item.id === id);
    expect(seen(both.id)).toMatchObject({ voteCount: 1, hasVoted: true });
    expect(seen(guestOnly.id)).toMatchObject({ voteCount: 1, hasVoted: true });
    expect(seen(own.id)).toMatchObject({ isOwn: true, uploadedBy: user.userId, guestUploadedBy: null });

    expect((await guest.get(`/api/events/${eventId}/media?${guestQuery(guest)}`)).status).toBe(401);
    expect((await (await newUser(base)).post('/api/guests/claim', credentials(guest))).status).toBe(409);
    const people = await peopleOf(eventId);
    expect(people.find((person) => person.id === guest.guestId)).toBeUndefined();
    expect(people.find((person) => person.id === user.userId)).toMatchObject({ uploadCount: 1 });
  });
});

describe('leaving for good', () => {
  it('removes identity and votes, keeps the media unless asked otherwise, and keeps counts right', async () => {
    const { id } = await upload(host, eventId, await jpegFile(7));
    const guest = await newGuest(base);
    const kept = await upload(guest, eventId, await jpegFile(8));
    await guest.post(`/api/media/${id}/vote`, credentials(guest));
    const stranger = await newGuest(base);
    expect((await stranger.delete(`/api/guests/${guest.guestId}?${guestQuery(stranger)}`)).status).toBe(403);
    expect((await guest.delete(`/api/guests/${guest.guestId}?token=${guest.token}`)).status).toBe(204);
    await eventually(async () => (await host.get(`/api/media/${id}/votes`)).json.count === 0);
    const { json } = await new Client(base).get(`/api/events/${eventId}/media`);
    expect(json.map((item) => item.id)).toContain(kept.id);
    expect((await guest.get(`/api/events/${eventId}/media?${guestQuery(guest)}`)).status).toBe(401);
  });

  it('deletes the media if that is asked for', async () => {
    const user = await newUser(base);
    await user.post(`/api/events/${eventId}/join`);
    const item = await upload(user, eventId, await jpegFile(9));
    expect((await user.delete('/api/auth/user?media=delete')).status).toBe(204);
    expect((await user.get('/api/auth/user')).status).toBe(401);
    await eventually(async () => (await host.get(`/api/media/${item.id}/votes`)).status === 404);
  });

  it('is refused while the user owns events', async () => {
    expect((await host.delete('/api/auth/user')).status).toBe(409);
  });
});
