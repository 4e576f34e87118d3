import { beforeAll, describe, expect, inject, it } from 'vitest';
import { Client } from '../fixtures/api-client.ts';
import { newUser } from '../fixtures/new-user.ts';
import { seedEvent } from '../fixtures/seed-event.ts';
import { credentials, type Guest, guestQuery, type SignedIn } from '../fixtures/users-and-guests.ts';
import { seedGuest } from '../fixtures/seed-guest.ts';
import { seedItem } from '../fixtures/seed-item.ts';

// Whom a page takes for signed in, and whom the session names: `test/unit/http/invalid-requests.test.ts` asks
// every call.

const base = inject('siteUrl');
let ada: SignedIn;
let bea: SignedIn;
let guest: Guest;
let eventId: string;
let mediaId: string;
let votePath: string;

beforeAll(async () => {
  [ada, bea, guest] = await Promise.all([newUser(base, 'Ada'), newUser(base, 'Bea'), seedGuest(base)]);
  eventId = await seedEvent(ada, { name: 'Tabs' });
  mediaId = (await seedItem(ada, eventId)).id;
  votePath = `/api/media/${mediaId}/vote`;
});

/** Sends a call of a page that takes `expected` for signed in. @returns status and code */
async function send(
  client: Client,
  [method, path, body]: readonly [string, string, object?],
  expected: string | undefined,
) {
  const answer = await client.send(method, path, {
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(expected !== undefined && { 'x-gatherlens-user': expected }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const { code } = (answer.json ?? {}) as { code?: string };
  return code === undefined ? String(answer.status) : `${answer.status} ${code}`;
}

const votes = async () => (await ada.get(`/api/media/${mediaId}/votes`)).json.count;

describe('a vote', () => {
  it('for Ada with the session of Bea counts for nobody', async () => {
    expect(await send(bea, ['POST', votePath, {}], ada.userId)).toBe('401 session_changed');
    expect(await send(bea, ['POST', votePath, {}], 'none')).toBe('401 session_changed');
    expect(await votes()).toBe(0);
    // Bea's session goes on.
    expect(await send(bea, ['POST', votePath, {}], bea.userId)).toBe('200');
    expect(await send(bea, ['DELETE', votePath], undefined)).toBe('200');
  });

  it('for a user without a session is refused by the same code', async () => {
    expect(await send(new Client(base), ['POST', votePath, {}], ada.userId)).toBe('401 session_changed');
  });

  it('of a guest says that nobody is signed in', async () => {
    expect(await send(guest, ['POST', votePath, credentials(guest)], 'none')).toBe('200');
    expect(await send(guest, ['DELETE', `${votePath}?${guestQuery(guest)}`], 'none')).toBe('200');
    expect(await send(guest, ['POST', votePath, credentials(guest)], ada.userId)).toBe('401 session_changed');
    expect(await votes()).toBe(0);
  });
});

describe('an event', () => {
  it.each([
    ['Ada', () => ada, () => ada.userId, '200'],
    ['Ada, and no header', () => ada, () => undefined, '200'],
    ['Ada, and a page of nobody', () => ada, () => 'none', '401 session_changed'],
    ['nobody, and a page of nobody', () => new Client(base), () => 'none', '200'],
    ['nobody, and a page of Ada', () => new Client(base), () => ada.userId, '401 session_changed'],
    ['nobody, and an empty header', () => new Client(base), () => '', '401 session_changed'],
    ['Ada, and two names', () => ada, () => `${ada.userId},${bea.userId}`, '401 session_changed'],
  ])('with the session of %s', async (_, client, expected, answer) => {
    expect(await send(client(), ['GET', `/api/events/${eventId}`], expected())).toBe(answer);
  });
});

it('plays no part where the session plays none', async () => {
  const issue = ['POST', '/api/objects/upload/guest', { eventId, ...credentials(guest) }] as const;
  expect(await send(bea, issue, ada.userId)).toBe('201');
  expect(await send(bea, ['GET', '/api/openapi.json'], ada.userId)).toBe('200');
});

it('is asked for by the lookup itself, which needs no header', async () => {
  expect(await send(ada, ['GET', '/api/auth/user'], undefined)).toBe('200');
  expect(await send(ada, ['GET', '/api/auth/user'], bea.userId)).toBe('401 session_changed');
  expect(await send(ada, ['GET', '/api/auth/user'], ada.userId)).toBe('200');
});
