import { DeleteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import type { EventRecord } from '../../functions/domain/records.ts';
import { dynamoClient } from '../../functions/aws/clients.ts';
import { MOST_CO_HOSTS } from '../../functions/domain/event-limits.ts';
import { coHostsIn } from '../../functions/table/co-host-writes.ts';
import { getRow } from '../../functions/table/dynamo.ts';
import { keys } from '../../functions/table/keys.ts';
import { chooseOnCheckoutPage } from '../fixtures/stripe-client.ts';
import { runConcurrently } from '../fixtures/run-concurrently.ts';
import { newUser } from '../fixtures/new-user.ts';
import { credentials, type SignedIn } from '../fixtures/users-and-guests.ts';
import { eventually } from '../fixtures/uploads.ts';
import { seedGuest } from '../fixtures/seed-guest.ts';
import { seedItem, seedPlace, seedCoHost } from '../fixtures/seed-item.ts';
import { seedEvent } from '../fixtures/seed-event.ts';

const base = inject('siteUrl');
let host: SignedIn;
let helper: SignedIn;

beforeAll(async () => {
  // Some rows are written directly.
  Object.assign(process.env, inject('environment'));
  [host, helper] = [await newUser(base, 'Hana'), await newUser(base, 'Cora')];
});

const newEvent = (fields: Partial<EventRecord> = {}): Promise<string> =>
  seedEvent(host, { name: 'Party', ...fields });
const name = (eventId: string, id: string, by = host) =>
  by.post(`/api/events/${eventId}/people/${id}/co-host`);
const dismiss = (eventId: string, id: string) => host.delete(`/api/events/${eventId}/people/${id}/co-host`);
const roleOf = async (user: SignedIn, eventId: string) =>
  (await user.get(`/api/events/${eventId}`)).json.role;
const personOf = async (eventId: string, id: string, by = host) =>
  (await by.get(`/api/events/${eventId}/people`)).json.find((one) => one.id === id);

/** An event with the helper as its co-host. */
async function coHosted(fields: Partial<EventRecord> = {}): Promise<string> {
  const eventId = await newEvent(fields);
  await seedCoHost(helper, eventId);
  return eventId;
}

describe('a co-host', () => {
  it('sees what waits and who sent it, and decides on it, and is no owner of anything', async () => {
    const eventId = await coHosted({ moderationEnabled: true });
    const guest = await seedGuest(base, 'Grace');
    const { id } = await seedItem(guest, eventId, { status: 'pending' });
    const event = (await helper.get(`/api/events/${eventId}`)).json;
    expect(event).toMatchObject({ role: 'co-host', hasPlace: true, pendingCount: 1, mediaCount: 1 });
    const [item] = (await helper.get(`/api/events/${eventId}/media?status=pending`)).json;
    expect(item).toMatchObject({ id, uploaderName: 'Grace', guestUploadedBy: guest.guestId });
    // What a phone called the file is the owner's to know.
    expect(item?.originalName).toBeNull();
    const approved = await helper.put(`/api/media/${id}/moderate`, { status: 'approved' });
    expect(approved.json).toMatchObject({ status: 'approved', moderatedBy: helper.userId });
    const edited = await helper.put(`/api/events/${eventId}`, { description: 'By Cora' });
    expect(edited.json).toMatchObject({ description: 'By Cora', role: 'co-host' });
    expect((await helper.delete(`/api/events/${eventId}/media/${id}`)).status).toBe(403);
    expect((await helper.delete(`/api/events/${eventId}`)).json.code).toBe('owner_only');
    const [mine] = (await helper.get('/api/events')).json.filter((one) => one.id === eventId);
    expect(mine?.role).toBe('co-host');
  });

  it('never pays, and sees no money', async () => {
    const eventId = await newEvent({ isPaid: true, priceCents: 500 });
    const other = await newUser(base);
    await seedPlace(helper, eventId);
    await seedPlace(other, eventId);
    expect((await helper.get(`/api/events/${eventId}/media`)).status).toBe(402);
    await name(eventId, helper.userId);
    expect((await helper.get(`/api/events/${eventId}/media`)).status).toBe(200);
    expect((await helper.get(`/api/events/${eventId}/payment-status`)).json.hasPaid).toBe(true);
    expect((await helper.post(`/api/events/${eventId}/create-checkout`, {})).status).toBe(409);
    expect((await helper.get(`/api/events/${eventId}/payments`)).json).toMatchObject({ code: 'owner_only' });
    expect(await personOf(eventId, other.userId, helper)).toMatchObject({ hasPaid: null });
    expect(await personOf(eventId, other.userId)).toMatchObject({ hasPaid: false });
  });

  it('removes others, and neither the owner nor another co-host', async () => {
    const eventId = await coHosted();
    const [second, other] = [await newUser(base), await newUser(base)];
    for (const one of [second, other]) await seedPlace(one, eventId);
    await name(eventId, second.userId);
    const remove = (id: string, by: SignedIn) => by.delete(`/api/events/${eventId}/people/${id}`);
    expect((await remove(other.userId, helper)).status).toBe(204);
    expect((await remove(second.userId, helper)).json.code).toBe('owner_only');
    expect((await remove(host.userId, helper)).status).toBe(404);
    expect((await name(eventId, other.userId, helper)).json.code).toBe('owner_only');
    expect((await remove(second.userId, host)).status).toBe(204);
    expect(await roleOf(second, eventId)).toBeUndefined();
    // Whoever is let in again is nobody's co-host.
    await helper.post(`/api/events/${eventId}/people/${second.userId}/restore`);
    expect(await roleOf(second, eventId)).toBe('participant');
  });

  it('keeps their place when idle people are removed', async () => {
    const eventId = await coHosted();
    const idle = await newUser(base);
    await seedPlace(idle, eventId);
    const { json } = await host.post(`/api/events/${eventId}/people/remove-idle`, {});
    expect(json).toEqual({ people: 1, cursor: null });
    expect([await roleOf(helper, eventId), await roleOf(idle, eventId)]).toEqual(['co-host', 'user']);
  });
});

describe('naming', () => {
  it('takes an account that is in the event and not removed from it', async () => {
    const eventId = await newEvent();
    const [guest, stranger, removed] = [await seedGuest(base), await newUser(base), await newUser(base)];
    const { id } = await seedItem(host, eventId);
    await guest.post(`/api/media/${id}/vote`, credentials(guest));
    await seedPlace(removed, eventId);
    await host.delete(`/api/events/${eventId}/people/${removed.userId}`);
    expect((await name(eventId, guest.guestId)).json).toMatchObject({
      code: 'needs_account',
      message: 'Guests have to sign in first. Then they can be co-hosts.',
    });
    expect((await name(eventId, removed.userId)).json.code).toBe('is_blocked');
    expect((await name(eventId, stranger.userId)).status).toBe(404);
    expect((await name(eventId, host.userId)).status).toBe(404);
  });

  it('gives a place to somebody who has only opened a checkout', async () => {
    const eventId = await newEvent({ isPaid: true, priceCents: 500 });
    const payer = await newUser(base);
    await payer.post(`/api/events/${eventId}/create-checkout`, {});
    expect(await personOf(eventId, payer.userId)).toBeUndefined();
    expect((await name(eventId, payer.userId)).status).toBe(204);
    expect(await personOf(eventId, payer.userId)).toMatchObject({ standing: 'co-host' });
    expect((await payer.get(`/api/events/${eventId}`)).json).toMatchObject({ hasPlace: true, hasPaid: true });
  });

  it('can be repeated and taken back, and leaves a participant', async () => {
    const eventId = await coHosted();
    expect((await name(eventId, helper.userId)).status).toBe(204);
    expect(await personOf(eventId, helper.userId)).toMatchObject({ standing: 'co-host' });
    expect((await dismiss(eventId, helper.userId)).status).toBe(204);
    expect((await dismiss(eventId, helper.userId)).status).toBe(204);
    expect(await roleOf(helper, eventId)).toBe('participant');
    expect((await helper.get(`/api/events/${eventId}/people`)).json).toMatchObject({ code: 'hosts_only' });
  });

  it(`stops at ${MOST_CO_HOSTS}, however many are named at once`, async () => {
    const eventId = await newEvent();
    for (let number = 0; number < MOST_CO_HOSTS - 2; number += 1)
      await seedCoHost(await newUser(base), eventId);
    const users = await runConcurrently([1, 2, 3, 4], () => newUser(base));
    for (const user of users) await seedPlace(user, eventId);
    const answers = await Promise.all(users.map(({ userId }) => name(eventId, userId)));
    const refused = answers.filter(({ status }) => status !== 204);
    expect(refused.map(({ json }) => json)).toMatchObject([
      { code: 'too_many_co_hosts' },
      { code: 'too_many_co_hosts' },
    ]);
    const named = users.find((_, at) => answers[at]?.status === 204);
    const left = users.find((_, at) => answers[at]?.status !== 204);
    await dismiss(eventId, named?.userId ?? '');
    expect((await name(eventId, left?.userId ?? '')).status).toBe(204);
  });
});

const handOver = (by: SignedIn, eventId: string, body: object) =>
  by.post(`/api/events/${eventId}/owner`, { userId: helper.userId, eventName: 'Party', ...body });

const membershipOf = (eventId: string) => ({
  TableName: process.env['TABLE_NAME'],
  Key: keys.membership(eventId, `user:${helper.userId}`),
});
const coHostsOf = async (eventId: string) => coHostsIn((await getRow(keys.event(eventId))) ?? {});

describe('what a release that knows no co-hosts did', () => {
  it.each([
    ['keeping their place', 'SET isBlocked = :yes', {}],
    ['with their place', 'SET isBlocked = :yes, hasPlace = :no REMOVE countedIn', { ':no': false }],
  ])('as blocking a co-host, %s, leaves a participant once they are restored', async (_, change, values) => {
    const eventId = await coHosted();
    await dynamoClient().send(
      new UpdateCommand({
        ...membershipOf(eventId),
        UpdateExpression: change,
        ExpressionAttributeValues: { ':yes': true, ...values },
      }),
    );
    expect((await helper.get(`/api/events/${eventId}`)).status).toBe(403);
    expect((await host.post(`/api/events/${eventId}/people/${helper.userId}/restore`)).status).toBe(204);
    expect(await roleOf(helper, eventId)).toBe('participant');
    expect(await coHostsOf(eventId)).toEqual(new Set());
    expect((await name(eventId, helper.userId)).status).toBe(204);
    expect(await roleOf(helper, eventId)).toBe('co-host');
  });

  it('as removing a co-host takes no place among the co-hosts any more once they are dismissed', async () => {
    const eventId = await coHosted();
    await dynamoClient().send(new DeleteCommand(membershipOf(eventId)));
    expect(await coHostsOf(eventId)).toEqual(new Set([helper.userId]));
    expect((await dismiss(eventId, helper.userId)).status).toBe(404);
    expect(await coHostsOf(eventId)).toEqual(new Set());
  });
});

describe('handing over', () => {
  it('makes the co-host the owner of all that is the event’s, and the owner a co-host', async () => {
    const eventId = await coHosted({ moderationEnabled: true });
    expect((await handOver(helper, eventId, {})).json.code).toBe('owner_only');
    expect(await handOver(host, eventId, { eventName: 'party' })).toMatchObject({
      status: 400,
      json: { issues: [{ path: 'eventName', message: 'This is not the name of the event.' }] },
    });
    const { json: link } = await host.post(`/api/events/${eventId}/co-host-links`, {});
    expect((await handOver(host, eventId, {})).status).toBe(204);
    expect((await host.get(`/api/events/${eventId}`)).json).toMatchObject({
      role: 'co-host',
      createdBy: helper.userId,
    });
    expect(await roleOf(helper, eventId)).toBe('owner');
    expect((await host.get(`/api/events/${eventId}/payments`)).status).toBe(403);
    expect((await helper.get(`/api/events/${eventId}/payments`)).status).toBe(200);
    // What the owner before has sent to somebody is no word of the new one's.
    const accepted = await (
      await newUser(base)
    ).post(`/api/events/${eventId}/co-host-links/accept`, {
      code: link.code,
    });
    expect(accepted.json.code).toBe('link_ended');
    expect((await host.delete(`/api/events/${eventId}`)).status).toBe(403);
    expect((await helper.delete(`/api/events/${eventId}`)).status).toBe(204);
  });

  it('lets an owner leave', async () => {
    const [leaving, next] = [await newUser(base), await newUser(base)];
    const { json: event } = await leaving.post('/api/events', { name: 'Party', privacy: 'public' });
    await seedPlace(next, event.id);
    await name(event.id, next.userId, leaving);
    expect((await leaving.delete('/api/auth/user')).json.code).toBe('owns_events');
    expect((await handOver(leaving, event.id, { userId: next.userId })).status).toBe(204);
    expect((await leaving.delete('/api/auth/user')).status).toBe(204);
    const left = () => personOf(event.id, leaving.userId, next);
    await eventually(async () => (await left()) === undefined);
    expect((await next.get(`/api/events/${event.id}/people?standing=co-host`)).json).toEqual([]);
    expect((await next.delete('/api/auth/user')).json.code).toBe('owns_events');
  });

  it('of an event that people have paid for has to be confirmed', async () => {
    const eventId = await coHosted({ isPaid: true, priceCents: 500 });
    const payer = await newUser(base);
    const { json } = await payer.post(`/api/events/${eventId}/create-checkout`, {});
    await chooseOnCheckoutPage(payer, json.url, 'pay');
    await eventually(async () => (await payer.get(`/api/events/${eventId}/payment-status`)).json.hasPaid);
    expect(await handOver(host, eventId, {})).toMatchObject({ status: 409, json: { code: 'has_payments' } });
    expect((await handOver(host, eventId, { confirm: 'payments' })).status).toBe(204);
    const { payments } = (await helper.get(`/api/events/${eventId}/payments`)).json;
    const refund = `/api/events/${eventId}/payments/${payments[0]?.id}/refund` as const;
    expect((await host.post(refund, {})).status).toBe(403);
    expect((await helper.post(refund, {})).status).toBe(200);
  });
});

it('the co-hosts of an event are listed by themselves', async () => {
  const eventId = await coHosted();
  const other = await newUser(base);
  await seedPlace(other, eventId);
  const { json } = await host.get(`/api/events/${eventId}/people?standing=co-host`);
  expect(json).toMatchObject([{ id: helper.userId, standing: 'co-host', name: 'Cora Lovelace' }]);
});
