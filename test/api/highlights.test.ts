import sharp from 'sharp';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import type { EventRecord } from '../../functions/domain/records.ts';
import { messages } from '../../shared/messages.ts';
import { Client } from '../fixtures/api-client.ts';
import { newUser } from '../fixtures/new-user.ts';
import type { SignedIn } from '../fixtures/users-and-guests.ts';
import { makeMediaRecords, putItems } from '../fixtures/seed-table.ts';
import { type File, upload } from '../fixtures/uploads.ts';
import { renditionUrl } from '../fixtures/rendition-url.ts';
import { processedItem } from '../fixtures/processed-item.ts';
import { photoFacts } from '../fixtures/seed-gallery.ts';
import { seedEvent } from '../fixtures/seed-event.ts';

const base = inject('siteUrl');

// Some rows are written directly, because a picture that is being processed is soon ready.
let host: SignedIn;

beforeAll(async () => {
  host = await newUser(base);
});

const newEvent = (fields: Partial<EventRecord> = {}): Promise<string> =>
  seedEvent(host, { name: 'Highlights', ...fields });

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
  return Promise.all(items.map(({ id }) => processedItem(host, eventId, id)));
}

describe('highlights', () => {
  it('are photos with a score and a reason, the same when picked again, seen by whoever lists them while they are approved', async () => {
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

    const visitor = new Client(base);
    const { json } = await list(visitor, eventId);
    expect(json.map((item) => item.id)).toEqual(ids);
    expect(json[0]).toMatchObject({ uploadedBy: null, originalName: null, hasVoted: false });
    // With the cookies of that answer.
    expect((await visitor.get(renditionUrl(json[0]))).status).toBe(200);

    const [rejected, deleted, left] = ids;
    await host.put(`/api/media/${rejected}/moderate`, { status: 'rejected' });
    await host.delete(`/api/events/${eventId}/media/${deleted}`);
    await host.delete(`/api/events/${eventId}/media/${blurred.id}`);
    expect((await list(host, eventId)).json.map(({ id }) => id)).toEqual([left]);
    const refused = await calculate(host, eventId);
    expect(refused).toMatchObject({ status: 400, json: { message: messages.tooFewHighlights } });
    expect((await list(host, eventId)).json).toHaveLength(1);
  });

  it('need three approved photos: pending ones do not count', async () => {
    const eventId = await newEvent({ moderationEnabled: true });
    const items = makeMediaRecords(eventId, 3, () => ({
      status: 'pending',
      uploader: `user:${host.userId}`,
    }));
    await putItems(items);
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

  it('are picked from plain colours, too, which are no shots of one scene', async () => {
    const eventId = await newEvent();
    const { facts, ...known } = photoFacts(1);
    if (!facts?.signals) throw new Error('A photo has facts.');
    const plain = { ...facts, perceptualHash: '0'.repeat(16), signals: { ...facts.signals, contrast: 0 } };
    await putItems(
      makeMediaRecords(eventId, 3, () => ({ ...known, facts: plain, contentHash: null, voteCount: 0 })),
    );
    expect((await calculate(host, eventId)).json).toHaveLength(3);
  });
});
