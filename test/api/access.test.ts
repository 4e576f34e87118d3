import { beforeAll, describe, expect, inject, it } from 'vitest';
import type { Privacy } from '../../shared/contract/entities.ts';
import { Client } from '../fixtures/client.ts';
import { credentials, type Guest, guestQuery, newGuest, signIn, type SignedIn } from '../fixtures/people.ts';
import { jpegFile, processed, put, save, upload } from '../fixtures/uploads.ts';

const base = inject('siteUrl');
const roles = ['owner', 'participant', 'user', 'blocked', 'guest', 'anonymous'] as const;
type RoleName = (typeof roles)[number];
type Cast = Record<Exclude<RoleName, 'guest'>, Client> & { guest: Guest; owner: SignedIn };

let cast: Cast;

beforeAll(async () => {
  const [owner, participant, user, blocked] = await Promise.all([
    signIn(base, 'Olive'),
    signIn(base, 'Pat'),
    signIn(base, 'Uma'),
    signIn(base, 'Bo'),
  ]);
  cast = { owner, participant, user, blocked, guest: await newGuest(base), anonymous: new Client(base) };
});

/** A fresh event with its people, so that no cell depends on another. */
async function newEvent(privacy: Privacy, fields: object = {}): Promise<string> {
  const { json } = await cast.owner.post('/api/events', { name: 'Matrix', privacy, ...fields });
  for (const role of ['participant', 'blocked'] as const)
    await cast[role].post(`/api/events/${json.id}/join`);
  const blockedId = (cast.blocked as SignedIn).userId;
  expect((await cast.owner.delete(`/api/events/${json.id}/people/${blockedId}`)).status).toBe(204);
  return json.id;
}

/** A guest's identity goes into queries and bodies; everybody else has a cookie or nothing. */
const query = (role: RoleName): string => (role === 'guest' ? `?${guestQuery(cast.guest)}` : '');
const body = (role: RoleName): object => (role === 'guest' ? credentials(cast.guest) : {});

type Place = { eventId: string; mediaId: string };
type Call = (role: RoleName, at: Place) => Promise<{ status: number }>;

const call: Record<string, Call> = {
  'GET event': (role, { eventId }) =>
    cast[role].get(`/api/events/${eventId}${query(role)}`, guestHeaders(role)),
  'POST join': (role, { eventId }) => cast[role].post(`/api/events/${eventId}/join`),
  'PUT event': (role, { eventId }) => cast[role].put(`/api/events/${eventId}`, { name: 'Renamed' }),
  'DELETE event': (role, { eventId }) => cast[role].delete(`/api/events/${eventId}`),
  'GET media': (role, { eventId }) => cast[role].get(`/api/events/${eventId}/media${query(role)}`),
  'GET pending': (role, { eventId }) =>
    cast[role].get(`/api/events/${eventId}/media${query(role)}${query(role) ? '&' : '?'}status=pending`),
  'GET rejected': (role, { eventId }) =>
    cast[role].get(`/api/events/${eventId}/media${query(role)}${query(role) ? '&' : '?'}status=rejected`),
  'POST objects/upload': (role, { eventId }) => cast[role].post('/api/objects/upload', { eventId }),
  'POST objects/upload without event': (role) => cast[role].post('/api/objects/upload'),
  'POST objects/upload/guest': (role, { eventId }) =>
    cast[role].post('/api/objects/upload/guest', { eventId, ...blank, ...body(role) }),
  'POST media': (role, { eventId }) => cast[role].post(`/api/events/${eventId}/media`, unissued),
  'POST media/guest': (role, { eventId }) =>
    cast[role].post(`/api/events/${eventId}/media/guest`, { ...unissued, ...blank, ...body(role) }),
  'PUT moderate': (role, { mediaId }) =>
    cast[role].put(`/api/media/${mediaId}/moderate`, { status: 'rejected' }),
  'POST moderate all': (role, { eventId }) =>
    cast[role].post(`/api/events/${eventId}/moderate`, { status: 'approved' }),
  "DELETE another's media": (role, { eventId, mediaId }) =>
    cast[role].delete(`/api/events/${eventId}/media/${mediaId}${query(role)}`),
  'GET votes': (role, { mediaId }) => cast[role].get(`/api/media/${mediaId}/votes${query(role)}`),
  'POST vote': (role, { mediaId }) => cast[role].post(`/api/media/${mediaId}/vote`, body(role)),
  'DELETE vote': (role, { mediaId }) => cast[role].delete(`/api/media/${mediaId}/vote${query(role)}`),
  'GET people': (role, { eventId }) => cast[role].get(`/api/events/${eventId}/people`),
  'DELETE person': (role, { eventId }) =>
    cast[role].delete(`/api/events/${eventId}/people/${(cast.blocked as SignedIn).userId}`),
  'GET download': (role, { mediaId }) => cast[role].get(`/api/media/${mediaId}/download${query(role)}`),
  'GET push key': (role) => cast[role].get('/api/push/vapid-public-key'),
  'POST push subscribe': (role, { eventId }) =>
    cast[role].post('/api/push/subscribe', { eventId, subscription, ...body(role) }),
  'POST push unsubscribe': (role) =>
    cast[role].post('/api/push/unsubscribe', { endpoint: subscription.endpoint }),
};

const guestHeaders = (role: RoleName): Record<string, string> =>
  role === 'guest' ? { 'x-guest-id': cast.guest.guestId, 'x-guest-token': cast.guest.token } : {};

/** Well-formed and nobody's: the permission is asked before the upload is looked for. */
const unissued = {
  filename: 'a.jpg',
  originalName: 'a.jpg',
  mimeType: 'image/jpeg',
  fileSize: 1,
  objectPath: `/objects/uploads/upl_${'a'.repeat(26)}`,
};
const blank = { guestId: '', token: '' };

/** Of nobody's browser; the key is the standard's example (RFC 8291, appendix A). */
const subscription = {
  endpoint: `${inject('environment')['PUSH_TEST_ORIGIN']}/push/nobody`,
  keys: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
};

// 400 in an upload's cell is "allowed, but that file was never sent". Columns as in `roles`.
const free: [string, Privacy, number[]][] = [
  ['GET event', 'public', [200, 200, 200, 403, 200, 200]],
  ['GET event', 'unlisted', [200, 200, 200, 403, 200, 200]],
  ['GET event', 'private', [200, 200, 200, 403, 401, 401]],
  ['POST join', 'public', [409, 409, 201, 403, 401, 401]],
  ['POST join', 'private', [409, 409, 201, 403, 401, 401]],
  ['PUT event', 'public', [200, 403, 403, 403, 401, 401]],
  ['DELETE event', 'public', [204, 403, 403, 403, 401, 401]],
  ['GET media', 'public', [200, 200, 200, 403, 200, 200]],
  ['GET media', 'private', [200, 200, 200, 403, 401, 401]],
  ['GET pending', 'public', [200, 403, 403, 403, 401, 401]],
  ['GET rejected', 'public', [200, 403, 403, 403, 401, 401]],
  ['POST objects/upload', 'public', [201, 201, 403, 403, 401, 401]],
  ['POST objects/upload without event', 'public', [201, 201, 201, 201, 401, 401]],
  ['POST objects/upload/guest', 'public', [401, 401, 401, 401, 201, 401]],
  ['POST objects/upload/guest', 'private', [401, 401, 401, 401, 403, 401]],
  ['POST media', 'public', [400, 400, 403, 403, 401, 401]],
  ['POST media/guest', 'public', [401, 401, 401, 401, 400, 401]],
  ['POST media/guest', 'private', [401, 401, 401, 401, 403, 401]],
  ['PUT moderate', 'public', [200, 403, 403, 403, 401, 401]],
  ['POST moderate all', 'public', [200, 403, 403, 403, 401, 401]],
  ["DELETE another's media", 'public', [204, 403, 403, 403, 403, 401]],
  ['GET votes', 'public', [200, 200, 200, 403, 200, 200]],
  ['GET votes', 'private', [200, 200, 200, 403, 401, 401]],
  ['POST vote', 'public', [200, 200, 200, 403, 200, 401]],
  ['POST vote', 'private', [200, 200, 200, 403, 401, 401]],
  ['DELETE vote', 'public', [200, 200, 200, 403, 200, 401]],
  ['DELETE vote', 'private', [200, 200, 200, 403, 401, 401]],
  ['GET people', 'public', [200, 403, 403, 403, 401, 401]],
  ['DELETE person', 'public', [204, 403, 403, 403, 401, 401]],
  ['GET download', 'public', [302, 302, 302, 403, 302, 302]],
  ['GET download', 'private', [302, 302, 302, 403, 401, 401]],
  ['GET push key', 'private', [200, 200, 200, 200, 200, 200]],
  ['POST push subscribe', 'public', [201, 201, 201, 403, 201, 401]],
  ['POST push subscribe', 'private', [201, 201, 201, 403, 401, 401]],
  ['POST push unsubscribe', 'private', [200, 200, 200, 200, 200, 200]],
];

const unpaid: [string, Privacy, number[]][] = [
  ['GET event', 'unlisted', [200, 200, 200, 403, 200, 200]],
  ['GET media', 'unlisted', [200, 402, 402, 403, 402, 402]],
  ['GET media', 'private', [200, 402, 402, 403, 401, 401]],
  ['POST objects/upload', 'unlisted', [201, 402, 402, 403, 401, 401]],
  ['POST objects/upload/guest', 'unlisted', [401, 401, 401, 401, 402, 401]],
  ['POST media', 'unlisted', [400, 402, 402, 403, 401, 401]],
  ['POST media/guest', 'unlisted', [401, 401, 401, 401, 402, 401]],
  ['GET votes', 'unlisted', [200, 402, 402, 403, 402, 402]],
  ['POST vote', 'unlisted', [200, 402, 402, 403, 402, 401]],
  ['DELETE vote', 'unlisted', [200, 402, 402, 403, 402, 401]],
  ['GET download', 'unlisted', [302, 402, 402, 403, 402, 402]],
  ['POST push subscribe', 'unlisted', [201, 201, 201, 403, 201, 401]],
];

/** Runs a row; calls that change things get an event of their own for every role. */
async function row(name: string, privacy: Privacy, fields: object): Promise<number[]> {
  const changes = !name.startsWith('GET');
  let at: Place | undefined;
  const seen: number[] = [];
  for (const role of roles) {
    if (!at || changes) {
      const eventId = await newEvent(privacy, fields);
      at = { eventId, mediaId: (await upload(cast.owner, eventId, await jpegFile(1))).id };
      if (name === 'GET download') await ready(at);
    }
    seen.push((await (call[name] as Call)(role, at)).status);
  }
  return seen;
}

async function ready({ eventId, mediaId }: Place): Promise<void> {
  await processed(cast.owner, eventId, mediaId);
}

describe('who may do what on a free event', () => {
  it.each(free)('%s (%s)', async (name, privacy, expected) => {
    expect(await row(name, privacy, {})).toEqual(expected);
  });
});

describe('who may do what on a paid event that they have not paid for', () => {
  it.each(unpaid)('%s (%s)', async (name, privacy, expected) => {
    expect(await row(name, privacy, { isPaid: true, price: '5.00' })).toEqual(expected);
  });
});

describe('a guest', () => {
  it('with a wrong or missing token is refused, never taken for somebody anonymous', async () => {
    const eventId = await newEvent('public');
    const { guestId } = cast.guest;
    for (const wrong of [
      `guestId=${guestId}`,
      `guestId=${guestId}&token=${'x'.repeat(43)}`,
      'guestId=1&token=2',
    ]) {
      expect((await cast.anonymous.get(`/api/events/${eventId}/media?${wrong}`)).status).toBe(401);
    }
  });

  it('is told of their vote by their id alone', async () => {
    const eventId = await newEvent('public');
    const { id } = await upload(cast.owner, eventId, await jpegFile(1));
    await cast.guest.post(`/api/media/${id}/vote`, credentials(cast.guest));
    const { json } = await cast.anonymous.get(`/api/media/${id}/votes?guestId=${cast.guest.guestId}`);
    expect(json).toEqual({ count: 1, hasVoted: true });
  });

  it('who was removed is refused everywhere', async () => {
    const eventId = await newEvent('public');
    const guest = await newGuest(base);
    const item = await upload(guest, eventId, await jpegFile(1));
    expect((await cast.owner.delete(`/api/events/${eventId}/people/${guest.guestId}`)).status).toBe(204);
    const file = await jpegFile(2);
    const refused = [
      await guest.get(`/api/events/${eventId}`, {
        'x-guest-id': guest.guestId,
        'x-guest-token': guest.token,
      }),
      await guest.get(`/api/events/${eventId}/media?${guestQuery(guest)}`),
      await guest.post(`/api/media/${item.id}/vote`, credentials(guest)),
      await guest.delete(`/api/events/${eventId}/media/${item.id}?${guestQuery(guest)}`),
      await guest.post('/api/objects/upload/guest', { eventId, ...credentials(guest) }),
      await save(guest, eventId, { objectPath: item.objectPath, file }),
    ];
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 403));
    const { json } = await cast.owner.get(`/api/events/${eventId}/media`);
    expect(json.map(({ id }: { id: string }) => id)).toEqual([item.id]);
  });
});

describe('what waits for approval', () => {
  it('is seen by its uploader and the owner, and voted on by nobody', async () => {
    const eventId = await newEvent('public', { moderationEnabled: true });
    const item = await upload(cast.guest, eventId, await jpegFile(1));
    const seenBy = async (role: RoleName): Promise<number> =>
      (await cast[role].get(`/api/events/${eventId}/media${query(role)}`)).json.length;
    expect([
      await seenBy('owner'),
      await seenBy('guest'),
      await seenBy('participant'),
      await seenBy('anonymous'),
    ]).toEqual([1, 1, 0, 0]);
    expect((await cast.participant.get(`/api/media/${item.id}/votes`)).status).toBe(404);
    for (const role of ['owner', 'guest', 'participant'] as const) {
      expect((await cast[role].post(`/api/media/${item.id}/vote`, body(role))).status).toBe(409);
    }
    await cast.owner.put(`/api/media/${item.id}/moderate`, { status: 'rejected' });
    expect([await seenBy('owner'), await seenBy('guest'), await seenBy('participant')]).toEqual([0, 0, 0]);
    expect((await cast.owner.get(`/api/events/${eventId}/media?status=rejected`)).json).toHaveLength(1);
  });
});

describe('an upload', () => {
  it("is its uploader's and its event's alone, and a refused save deletes nothing", async () => {
    const [eventId, otherId] = [await newEvent('public'), await newEvent('public')];
    const file = await jpegFile(5);
    const objectPath = await put(cast.guest, eventId, file);
    const thief = await newGuest(base);
    expect((await save(thief, eventId, { objectPath, file })).status).toBe(403);
    expect((await save(cast.guest, otherId, { objectPath, file })).status).toBe(403);
    expect((await thief.post('/api/objects/public', { objectPath, ...credentials(thief) })).status).toBe(403);
    const wrongSize = { ...file, bytes: Buffer.concat([file.bytes, Buffer.from('x')]) };
    expect((await save(cast.guest, eventId, { objectPath, file: wrongSize })).status).toBe(400);
    expect(
      (await save(cast.guest, eventId, { objectPath, file: { ...file, type: 'image/png' } })).status,
    ).toBe(415);
    expect((await save(cast.guest, eventId, { objectPath, file })).status).toBe(201);
  });
});
