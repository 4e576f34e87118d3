import sharp from 'sharp';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { messages } from '../../shared/messages.ts';
import { Client } from '../fixtures/api-client.ts';
import { newUser } from '../fixtures/new-user.ts';
import { guestQuery, newGuest, type SignedIn } from '../fixtures/users-and-guests.ts';
import { makeMediaRecords, putItems } from '../fixtures/seed-table.ts';
import { type File, jpegFile, waitUntilProcessed, upload } from '../fixtures/uploads.ts';
import { renditionUrl } from '../fixtures/rendition-url.ts';

const base = inject('siteUrl');

// Some rows are written directly, because a picture that is being processed is soon ready.
let host: SignedIn;

beforeAll(async () => {
  host = await newUser(base);
});

const newEvent = async (fields: object = {}): Promise<string> =>
  (await host.post('/api/events', { name: 'Highlights', privacy: 'public', ...fields })).json.id;

const calculate = (client: Client, eventId: string) =>
  client.post(`/api/events/${eventId}/highlights/calculate`);
const list = (client: Client, eventId: string, query = '') =>
  client.get(`/api/events/${eventId}/highlights${query}`);

/** A picture with detail: sharp tiles that no other seed has. */
async function photo(seed: number, blur = 0): Promise<File> {
  const spot = (n: number, max: number): number => (Math.imul(n * 31 + seed, 0x9e3779b1) >>> 0) % max;
  const tiles = Array.from(
    { length: 48 },
    (_, n) =>
      `<rect x="${(n % 8) * 60}" y="${Math.floor(n / 8) * 60}" width="60" height="60" fill="hsl(${spot(n, 360)} 80% ${20 + spot(n + 99, 60)}%)"/>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="360">${tiles.join('')}</svg>`;
  const picture = sharp(Buffer.from(svg));
  const bytes = await (blur ? picture.blur(blur) : picture).jpeg().toBuffer();
  return { name: `photo-${seed}.jpg`, type: 'image/jpeg', bytes };
}

async function uploaded(eventId: string, files: readonly File[]): Promise<any[]> {
  const items = [];
  for (const file of files) items.push(await upload(host, eventId, file));
  return Promise.all(items.map(({ id }) => waitUntilProcessed(host, eventId, id)));
}

describe('highlights', () => {
  it('are photos with a score and a reason; picking again picks the same', async () => {
    const eventId = await newEvent();
    expect(await list(host, eventId)).toMatchObject({ status: 200, json: [] });
    const sharpOnes = await uploaded(eventId, await Promise.all([1, 2, 3].map((seed) => photo(seed))));
    const [blurred] = await uploaded(eventId, [await photo(4, 12)]);
    await host.post(`/api/media/${sharpOnes[1].id}/vote`);

    const made = await calculate(host, eventId);
    expect(made.status).toBe(200);
    const ids = made.json.map((item) => item.id);
    expect(new Set(ids)).toEqual(new Set(sharpOnes.map(({ id }) => id)));
    expect(ids).toHaveLength(3);
    expect(ids).not.toContain(blurred.id);
    expect(made.json[0]).toMatchObject({ id: sharpOnes[1].id, hasVoted: true, voteCount: 1 });
    expect(made.json[0]?.reason).toMatch(/^Picked because .*guests voted for it.*\.$/);
    for (const { score } of made.json) expect(String(score)).toMatch(/^\d{1,3}(\.\d{1,2})?$/);
    expect((await calculate(host, eventId)).json).toEqual(made.json);
    expect((await new Client(base).get(`/api/events/${eventId}`)).json).toMatchObject({ highlightCount: 3 });
    expect((await list(host, eventId)).json).toEqual(made.json);
  });

  it('can be seen by whoever lists them, with the cookies of that answer', async () => {
    const eventId = await newEvent();
    await uploaded(eventId, await Promise.all([11, 12, 13].map((seed) => photo(seed))));
    await calculate(host, eventId);
    const visitor = new Client(base);
    const { json } = await list(visitor, eventId);
    expect(json).toHaveLength(3);
    expect(json[0]).toMatchObject({ uploadedBy: null, originalName: null, hasVoted: false });
    expect((await visitor.get(renditionUrl(json[0]))).status).toBe(200);
  });

  it('are only those that are approved now', async () => {
    const eventId = await newEvent();
    const items = await uploaded(eventId, await Promise.all([21, 22, 23].map((seed) => photo(seed))));
    await calculate(host, eventId);
    await host.put(`/api/media/${items[0].id}/moderate`, { status: 'rejected' });
    await host.delete(`/api/events/${eventId}/media/${items[1].id}`);
    expect((await list(host, eventId)).json.map(({ id }) => id)).toEqual([items[2].id]);
    const refused = await calculate(host, eventId);
    expect(refused).toMatchObject({ status: 400, json: { message: messages.tooFewHighlights } });
    expect((await list(host, eventId)).json).toHaveLength(1);
  });

  it('need three approved photos: pending ones do not count', async () => {
    const eventId = await newEvent({ moderationEnabled: true });
    const items = await uploaded(eventId, await Promise.all([31, 32, 33].map((seed) => photo(seed))));
    expect(await calculate(host, eventId)).toMatchObject({ status: 400, json: { code: 'too_few_photos' } });
    for (const { id } of items) await host.put(`/api/media/${id}/moderate`, { status: 'approved' });
    expect((await calculate(host, eventId)).json).toHaveLength(3);
  });

  it('are chosen by votes while the photos are still being processed', async () => {
    const eventId = await newEvent();
    const working = makeMediaRecords(eventId, 4, () => ({ state: 'processing', facts: null }));
    await putItems(working.slice(0, 2));
    expect(await calculate(host, eventId)).toMatchObject({
      status: 400,
      json: { message: messages.tooFewHighlights },
    });
    await putItems(working.slice(2));
    await host.post(`/api/media/${working[2]?.id}/vote`);
    const made = await calculate(host, eventId);
    expect(made.status).toBe(200);
    expect(made.json).toHaveLength(3);
    expect(made.json[0]).toMatchObject({ id: working[2]?.id, state: 'processing', renditions: {} });
    expect(made.json[0]?.reason).toMatch(/^Picked because guests voted for it and /);
    for (const { reason } of made.json) expect(reason).not.toMatch(/focus|exposed|colours|shade|print/);
    expect((await list(host, eventId)).json).toEqual(made.json);
  });

  it('are none, without an error, if none of three photos can be shown', async () => {
    const eventId = await newEvent();
    await putItems(makeMediaRecords(eventId, 3, () => ({ state: 'unsupported', facts: null })));
    expect(await calculate(host, eventId)).toMatchObject({ status: 200, json: [] });
  });

  it('are picked from plain colours, too', async () => {
    const eventId = await newEvent();
    await uploaded(eventId, await Promise.all([1, 2, 3].map(jpegFile)));
    expect((await calculate(host, eventId)).json).toHaveLength(3);
  });
});

describe('access to highlights', () => {
  it.each([
    ['public', {}, { user: 200, guest: 200, anonymous: 200 }],
    ['private', { privacy: 'private' }, { user: 200, guest: 401, anonymous: 401 }],
    ['paid', { isPaid: true, price: '5.00' }, { user: 402, guest: 402, anonymous: 402 }],
  ])('of a %s event is that to its gallery', async (_, fields, expected) => {
    const eventId = await newEvent(fields);
    const [user, guest] = [await newUser(base), await newGuest(base)];
    expect({
      user: (await list(user, eventId)).status,
      guest: (await list(guest, eventId, `?${guestQuery(guest)}`)).status,
      anonymous: (await list(new Client(base), eventId)).status,
    }).toEqual(expected);
    expect((await list(host, eventId)).status).toBe(200);
  });
});
