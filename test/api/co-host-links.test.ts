import { beforeAll, describe, expect, inject, it } from 'vitest';
import type { EventRecord } from '../../functions/domain/records.ts';
import { hashToken } from '../../functions/sign-in/session-cookie.ts';
import { getRow } from '../../functions/table/dynamo.ts';
import { ALL_CO_HOST_LINKS, keys } from '../../functions/table/keys.ts';
import { queryRows } from '../../functions/table/query-rows.ts';
import { updateRow } from '../../functions/table/update-row.ts';
import { coHostLinkHash } from '../../functions/people/co-host-link-hash.ts';
import { runConcurrently } from '../fixtures/run-concurrently.ts';
import { eventually } from '../fixtures/uploads.ts';
import { newUser } from '../fixtures/new-user.ts';
import type { SignedIn } from '../fixtures/users-and-guests.ts';
import { seedEvent } from '../fixtures/seed-event.ts';

const base = inject('siteUrl');
// This process reads rows.
Object.assign(process.env, inject('environment'));
let host: SignedIn;

beforeAll(async () => {
  host = await newUser(base, 'Hana');
});

const newEvent = (fields: Partial<EventRecord> = {}): Promise<string> =>
  seedEvent(host, { name: 'Party', privacy: 'private', ...fields });
const newLink = async (eventId: string): Promise<{ code: string; expiresAt: string }> =>
  (await host.post(`/api/events/${eventId}/co-host-links`, {})).json;
const accept = (user: SignedIn, eventId: string, code: string) =>
  user.post(`/api/events/${eventId}/co-host-links/accept`, { code });
const revoke = async (eventId: string): Promise<number> =>
  (await host.delete(`/api/events/${eventId}/co-host-links`)).json.revoked;
const roleOf = async (user: SignedIn, eventId: string) =>
  (await user.get(`/api/events/${eventId}`)).json.role;
const linkRows = (eventId: string) =>
  queryRows({
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :link)',
    ExpressionAttributeValues: { ':pk': keys.event(eventId).pk, ':link': ALL_CO_HOST_LINKS },
  });

describe('a link for a co-host', () => {
  it('makes somebody a co-host who was not in the event, with a place, and works once', async () => {
    const eventId = await newEvent({ isPaid: true, priceCents: 500 });
    const [cora, dan] = [await newUser(base, 'Cora'), await newUser(base, 'Dan')];
    const { code } = await newLink(eventId);
    expect(await accept(cora, eventId, code)).toMatchObject({ status: 201, json: { role: 'co-host' } });
    expect((await cora.get(`/api/events/${eventId}`)).json).toMatchObject({
      role: 'co-host',
      hasPlace: true,
    });
    expect((await accept(cora, eventId, code)).json.code).toBe('already_host');
    expect(await accept(dan, eventId, code)).toMatchObject({
      status: 409,
      json: {
        code: 'link_used',
        message: 'This link has been used. It works once: ask the owner of the event for another one.',
      },
    });
    expect(await roleOf(dan, eventId)).toBe('user');
  });

  it('makes one of many a co-host who use it at once', async () => {
    const eventId = await newEvent();
    const { code } = await newLink(eventId);
    const users = await runConcurrently([1, 2, 3, 4, 5], () => newUser(base));
    await users[0]?.post(`/api/events/${eventId}/join`);
    const answers = await Promise.all(users.map((user) => accept(user, eventId, code)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409, 409]);
    const roles = await Promise.all(users.map((user) => roleOf(user, eventId)));
    expect(roles.filter((role) => role === 'co-host')).toHaveLength(1);
  });

  it('is good for seven days, and is kept by its hash alone', async () => {
    const eventId = await newEvent();
    const { code, expiresAt } = await newLink(eventId);
    const days = (Date.parse(expiresAt) - Date.now()) / (24 * 3600 * 1000);
    expect(days).toBeGreaterThan(6.9);
    expect(days).toBeLessThanOrEqual(7);
    const [row] = await linkRows(eventId);
    expect(JSON.stringify(row)).not.toContain(code);
    expect(JSON.stringify(row)).not.toContain(hashToken(code));
    const key = keys.coHostLink(eventId, coHostLinkHash({ createdBy: host.userId }, code));
    expect(await getRow(key)).toEqual(row);
    await updateRow(key, {
      UpdateExpression: 'SET expiresAtSeconds = :past',
      ExpressionAttributeValues: { ':past': Math.floor(Date.now() / 1000) - 1 },
    });
    expect((await accept(await newUser(base), eventId, code)).json.code).toBe('link_ended');
  });

  it('can be ended before it is used, and used ones still say so', async () => {
    const eventId = await newEvent();
    const [used, open, other] = [await newLink(eventId), await newLink(eventId), await newLink(eventId)];
    await accept(await newUser(base), eventId, used.code);
    expect(await revoke(eventId)).toBe(2);
    expect(await revoke(eventId)).toBe(0);
    const late = await newUser(base);
    for (const { code } of [open, other])
      expect((await accept(late, eventId, code)).json.code).toBe('link_ended');
    expect((await accept(late, eventId, used.code)).json.code).toBe('link_used');
    expect((await accept(late, eventId, 'x'.repeat(43))).json.code).toBe('link_ended');
    expect((await accept(late, await newEvent(), open.code)).json.code).toBe('link_ended');
  });

  it('lets in nobody whom the owner has removed, and is not used up by them', async () => {
    const eventId = await newEvent();
    const [removed, cora] = [await newUser(base), await newUser(base)];
    await removed.post(`/api/events/${eventId}/join`);
    await host.delete(`/api/events/${eventId}/people/${removed.userId}`);
    const { code } = await newLink(eventId);
    expect((await accept(removed, eventId, code)).status).toBe(403);
    expect((await accept(cora, eventId, code)).status).toBe(201);
  });

  it('is gone with the event', async () => {
    const eventId = await newEvent();
    await newLink(eventId);
    await host.delete(`/api/events/${eventId}`);
    expect(await eventually(async () => (await linkRows(eventId)).length === 0)).toBe(true);
  });
});
