import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import type { PersonKey } from '../../functions/domain/caller.ts';
import type { EventRecord } from '../../functions/domain/records.ts';
import { handler as workPeople } from '../../functions/jobs/transfer-or-erase-person.ts';
import { dynamoClient } from '../../functions/aws/clients.ts';
import { votesForMedia } from '../../functions/table/index-keys.ts';
import { getRow } from '../../functions/table/dynamo.ts';
import { keys, votesByVoter } from '../../functions/table/keys.ts';
import { Client } from '../fixtures/api-client.ts';
import { chooseOnCheckoutPage } from '../fixtures/stripe-client.ts';
import { credentials, type Guest, guestQuery, signIn, type SignedIn } from '../fixtures/users-and-guests.ts';
import { unreachableSubscription, pushOriginOf } from '../fixtures/push-service-client.ts';
import { eventually, jpegFile, putUpload, save, upload } from '../fixtures/uploads.ts';
import { seedGuest } from '../fixtures/seed-guest.ts';
import { seedItem, seedPlace } from '../fixtures/seed-item.ts';
import { inAnotherBrowser, newUser } from '../fixtures/new-user.ts';
import { seedEvent } from '../fixtures/seed-event.ts';

const base = inject('siteUrl');
const environment = inject('environment');
const pushOrigin = pushOriginOf(environment);

let host: SignedIn;

beforeAll(async () => {
  // This process reads rows, and runs one job a second time.
  process.env['POWERTOOLS_LOG_LEVEL'] = 'SILENT';
  host = await newUser(base);
});

const newEvent = (fields: Partial<EventRecord> = {}): Promise<string> =>
  seedEvent(host, { name: 'Leaving', ...fields });
const vote = (guest: Guest, id: string) => guest.post(`/api/media/${id}/vote`, credentials(guest));
const votes = async (id: string) => (await host.get(`/api/media/${id}/votes`)).json.count;
const claim = (user: SignedIn, guest: Guest) => user.post('/api/guests/claim', credentials(guest));

/** How many rows of votes there are in one partition of the table or of its first index. */
async function voteRows(partition: { pk?: string; gsi1pk?: string }): Promise<number> {
  const [[name, value]] = Object.entries(partition) as [[string, string]];
  const { Count = 0 } = await dynamoClient().send(
    new QueryCommand({
      TableName: process.env['TABLE_NAME'],
      ...(name === 'gsi1pk' && { IndexName: 'gsi1' }),
      KeyConditionExpression: `${name} = :value`,
      ExpressionAttributeValues: { ':value': value },
    }),
  );
  return Count;
}

describe('a claimed guest', () => {
  it('is the account from then on, with votes, media, payment and notifications, each once', async () => {
    const eventId = await newEvent({ isPaid: true, priceCents: 500, moderationEnabled: true });
    const [guest, user] = [await seedGuest(base), await newUser(base)];
    const { json } = await guest.post(`/api/events/${eventId}/create-checkout`, credentials(guest));
    await chooseOnCheckoutPage(guest, json.url, 'pay');
    const status = `/api/events/${eventId}/payment-status` as const;
    await eventually(async () => (await guest.get(`${status}?${guestQuery(guest)}`)).json.hasPaid);
    const [first, second] = [
      await seedItem(guest, eventId, { status: 'pending' }),
      await seedItem(guest, eventId, { status: 'pending' }),
    ];
    await host.put(`/api/media/${first.id}/moderate`, { status: 'approved' });
    await vote(guest, first.id);
    const subscription = unreachableSubscription(pushOrigin);
    await guest.post('/api/push/subscribe', { eventId, subscription, ...credentials(guest) });
    const begun = await putUpload(guest, eventId, await jpegFile(3));

    // Twice at once, as two tabs do.
    const claims = await Promise.all([claim(user, guest), claim(user, guest)]);
    expect(claims.map((one) => [one.status, one.json])).toEqual([
      [200, { claimed: true }],
      [200, { claimed: true }],
    ]);
    expect((await claim(user, guest)).status).toBe(200);
    expect((await claim(await newUser(base), guest)).status).toBe(409);

    expect((await user.get(status)).json.hasPaid).toBe(true);
    const event = (await user.get(`/api/events/${eventId}`)).json;
    expect(event).toMatchObject({ role: 'user', mediaCount: 2, votedCount: 1 });
    const media = (await user.get(`/api/events/${eventId}/media`)).json;
    expect(media.map((item) => [item.id, item.isOwn, item.voteCount, item.hasVoted])).toEqual([
      [second.id, true, 0, false],
      [first.id, true, 1, true],
    ]);
    const { payments } = (await host.get(`/api/events/${eventId}/payments`)).json;
    expect(payments).toMatchObject([{ paidByUserId: user.userId, paidByGuestId: null }]);
    const people = (await host.get(`/api/events/${eventId}/people`)).json;
    expect(people.map((one) => [one.id, one.uploadCount, one.hasPaid])).toContainEqual([
      user.userId,
      2,
      true,
    ]);
    expect(people.map((one) => one.id)).not.toContain(guest.guestId);
    // An upload that was on its way when the guest was claimed still arrives.
    const saved = await save(user, eventId, { objectPath: begun, file: await jpegFile(3) });
    expect([saved.status, saved.json.code]).toEqual([403, 'needs_join']);
    await user.post(`/api/events/${eventId}/join`);
    expect((await save(user, eventId, { objectPath: begun, file: await jpegFile(3) })).status).toBe(201);

    const gone = await Promise.all([
      guest.get(`/api/events/${eventId}/media?${guestQuery(guest)}`),
      guest.get(`${status}?${guestQuery(guest)}`),
      guest.delete(`/api/media/${first.id}/vote?${guestQuery(guest)}`),
      vote(guest, first.id),
      guest.post('/api/objects/upload/guest', { eventId, ...credentials(guest) }),
      guest.post('/api/push/subscribe', { eventId, subscription, ...credentials(guest) }),
      guest.delete(`/api/guests/${guest.guestId}?token=${guest.token}`),
    ]);
    expect(gone.map((answer) => answer.status)).toEqual(gone.map(() => 401));
    expect((await user.delete(`/api/media/${first.id}/vote`)).json).toEqual({ count: 0, hasVoted: false });
    expect((await host.post(`/api/events/${eventId}/payments/${payments[0]?.id}/refund`)).status).toBe(200);
    expect((await user.get(status)).json.hasPaid).toBe(false);
    expect((await user.get(`/api/events/${eventId}/media`)).status).toBe(402);
  });

  it('keeps items that the owner approves at that moment, and stays blocked', async () => {
    const eventId = await newEvent({ moderationEnabled: true });
    const [guest, user] = [await seedGuest(base), await newUser(base)];
    const items = await Promise.all([1, 2, 3].map(() => seedItem(guest, eventId, { status: 'pending' })));
    await host.delete(`/api/events/${eventId}/people/${guest.guestId}`);
    const approve = ({ id }: any) => host.put(`/api/media/${id}/moderate`, { status: 'approved' });
    await Promise.all([claim(user, guest), ...items.map(approve)]);
    const media = (await host.get(`/api/events/${eventId}/media`)).json;
    expect(media.map((item) => item.uploadedBy)).toEqual(items.map(() => user.userId));
    const [person] = (await host.get(`/api/events/${eventId}/people`)).json.filter(
      (one) => one.id === user.userId,
    );
    expect(person).toMatchObject({ isBlocked: true, uploadCount: 3 });
    expect((await user.get(`/api/events/${eventId}`)).status).toBe(403);
    await host.post(`/api/events/${eventId}/people/${user.userId}/restore`);
    expect((await user.get(`/api/events/${eventId}`)).json.mediaCount).toBe(3);
  });

  it('of an event’s own owner leaves one vote, and the owner stays the owner', async () => {
    const eventId = await newEvent();
    const guest = await seedGuest(base);
    const { id } = await seedItem(host, eventId);
    await Promise.all([vote(guest, id), host.post(`/api/media/${id}/vote`)]);
    expect(await votes(id)).toBe(2);
    await claim(host, guest);
    expect(await votes(id)).toBe(1);
    expect((await host.get(`/api/events/${eventId}`)).json).toMatchObject({ role: 'owner', votedCount: 1 });
  });
});

describe('a deleted item', () => {
  it('takes its votes with it, and no count includes them', async () => {
    const eventId = await newEvent();
    const [guest, item] = [await seedGuest(base), await seedItem(host, eventId)];
    await Promise.all([vote(guest, item.id), host.post(`/api/media/${item.id}/vote`)]);
    expect((await host.get(`/api/events/${eventId}`)).json.votedCount).toBe(1);
    await host.delete(`/api/events/${eventId}/media/${item.id}`);
    expect((await host.get(`/api/events/${eventId}`)).json).toMatchObject({ mediaCount: 0, votedCount: 0 });
    expect((await host.get(`/api/events/${eventId}/media?sortBy=votes`)).json).toEqual([]);
    for (const answer of [
      await host.get(`/api/media/${item.id}/votes`),
      await vote(guest, item.id),
      await guest.delete(`/api/media/${item.id}/vote?${guestQuery(guest)}`),
    ]) {
      expect(answer.status).toBe(404);
    }
    expect(await voteRows({ gsi1pk: votesForMedia(item.id) })).toBe(0);
    expect(await voteRows({ pk: votesByVoter({ eventId, voter: `guest:${guest.guestId}` }) })).toBe(0);
  });
});

// What each call does with the other answer is in `test/unit/http/leaving-calls.test.ts`.
describe.concurrent('a person who leaves for good', () => {
  it('as a guest with the media deletes them, too', async () => {
    const eventId = await newEvent();
    const [guest, stranger] = [await seedGuest(base, 'Leaver'), await seedGuest(base)];
    const [own, other] = [await upload(guest, eventId, await jpegFile(1)), await seedItem(host, eventId)];
    await vote(guest, other.id);
    const path = `/api/guests/${guest.guestId}?token=${guest.token}&media=delete`;
    expect((await stranger.delete(`/api/guests/${guest.guestId}?${guestQuery(stranger)}`)).status).toBe(403);
    expect((await guest.delete(path)).status).toBe(204);
    expect((await guest.delete(path)).status).toBe(401);
    expect((await guest.get(`/api/events/${eventId}/media?${guestQuery(guest)}`)).status).toBe(401);
    await isGone(eventId, { own, other, person: `guest:${guest.guestId}`, keeps: false });
  });

  it('as an account without the media keeps them without a name', async () => {
    const eventId = await newEvent();
    const user = await newUser(base, 'Leaver');
    const elsewhere = await inAnotherBrowser(user, 'Leaver');
    await seedPlace(user, eventId);
    const [own, other] = [await seedItem(user, eventId), await seedItem(host, eventId)];
    await user.post(`/api/media/${other.id}/vote`);
    expect((await user.delete('/api/auth/user?media=keep')).status).toBe(204);
    expect((await user.get('/api/auth/user')).status).toBe(401);
    await isGone(eventId, { own, other, person: `user:${user.userId}`, keeps: true });
    const late = await elsewhere.get('/api/auth/user');
    expect(late.status).toBe(401);
    // The edge takes any such cookie for a session, so one whose session has ended is cleared.
    expect(late.headers.getSetCookie()).toEqual([expect.stringMatching(/^__Host-session=; Max-Age=0;/)]);
  });

  it('may come back as somebody new, whom no late message erases', async () => {
    const [eventId, before] = [await newEvent(), await signIn(base)];
    await seedPlace(before, eventId);
    // What is never saved goes with them: the job says so to whoever removes it.
    await putUpload(before, eventId, await jpegFile(4));
    expect((await before.delete('/api/auth/user')).status).toBe(204);
    // Signing in is refused while the erasure goes on, and then creates an account with nothing in it.
    const after = await eventually(() => signIn(base, 'New', before.email).catch(() => undefined));
    // The account itself went, too: whoever signs up again with the same address is somebody else.
    expect(after.userId).not.toBe(before.userId);
    expect((await after.get('/api/events')).json).toEqual([]);
    await seedPlace(after, eventId);
    const body = JSON.stringify({ kind: 'erase', person: `user:${after.userId}`, withMedia: true });
    const message = { messageId: '1', body, attributes: { ApproximateReceiveCount: '2' } };
    const { batchItemFailures } = await workPeople({ Records: [message] } as never, {
      getRemainingTimeInMillis: () => 60_000,
    });
    expect(batchItemFailures).toEqual([]);
    expect((await after.get('/api/events')).json).toMatchObject([{ id: eventId, role: 'participant' }]);
    expect((await after.delete('/api/auth/user')).status).toBe(204);
    await hasLeft(eventId, `user:${after.userId}`);
  });
});

it('an account that owns an event stays, and is told what to do first', async () => {
  const owner = await newUser(base);
  await owner.post('/api/events', { name: 'Still here', privacy: 'private' });
  const { status, json } = await owner.delete('/api/auth/user');
  expect([status, json.code, json.message]).toEqual([
    409,
    'owns_events',
    'You still own events. Hand them over to a co-host or delete them first, then your account.',
  ]);
  expect((await owner.get('/api/auth/user')).status).toBe(200);
});

/** By the row: the call may be made only so often in a minute. */
const hasLeft = (eventId: string, person: PersonKey) =>
  eventually(async () => (await getRow(keys.membership(eventId, person))) === undefined);

async function isGone(
  eventId: string,
  left: { own: any; other: any; person: PersonKey; keeps: boolean },
): Promise<void> {
  await hasLeft(eventId, left.person);
  const people = (await host.get(`/api/events/${eventId}/people`)).json;
  expect(people.map((one) => one.id)).toEqual([host.userId]);
  expect(await votes(left.other.id)).toBe(0);
  const listed = (await new Client(base).get(`/api/events/${eventId}/media`)).json.map((item) => item.id);
  expect(listed).toEqual(left.keeps ? [left.other.id, left.own.id] : [left.other.id]);
  const event = (await host.get(`/api/events/${eventId}`)).json;
  expect([event.mediaCount, event.votedCount]).toEqual([listed.length, 0]);
}
