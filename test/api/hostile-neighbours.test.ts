import { expect, inject, it } from 'vitest';
import sharp from 'sharp';
import { dashes, manyFrames } from '../fixtures/hostile-pictures.ts';
import { type File, jpegFile, upload, waitUntilProcessed } from '../fixtures/uploads.ts';
import { newUser } from '../fixtures/new-user.ts';

const base = inject('siteUrl');
const HOSTILE = 60;
const AT_ONCE = 10;
const EVENTS = 30;

// By counting, because a busy machine is slow for everybody: `npm run bench:hostile` measures the time.
it('a photo is ready long before the hostile files of all events of another owner that came before it', async () => {
  const [host, attacker] = [await newUser(base), await newUser(base)];
  const party = (await host.post('/api/events', { name: 'Party', privacy: 'public' })).json.id;
  // One file in each of many events would be many groups with little work, were they not all of one owner.
  const attacked: string[] = [];
  for (let at = 0; at < EVENTS; at += 1)
    attacked.push((await attacker.post('/api/events', { name: 'Hostile', privacy: 'public' })).json.id);
  const drawing: File = { name: 'drawing.svg', type: 'image/svg+xml', bytes: dashes() };
  const film: File = { name: 'film.gif', type: 'image/gif', bytes: await manyFrames(200, 440) };
  for (let at = 0; at < HOSTILE; at += AT_ONCE)
    await Promise.all(
      Array.from({ length: AT_ONCE }, (_, next) =>
        upload(attacker, attacked[(at + next) % EVENTS] ?? '', next === 0 ? film : drawing),
      ),
    );
  const { id } = await upload(host, party, await jpegFile(3));
  expect(await waitUntilProcessed(host, party, id)).toMatchObject({ state: 'ready' });
  const all: { state: string }[] = [];
  for (const eventId of attacked) all.push(...(await attacker.get(`/api/events/${eventId}/media`)).json);
  const open = all.filter(({ state }) => state === 'processing');
  expect(all).toHaveLength(HOSTILE);
  expect(open.length).toBeGreaterThan(HOSTILE / 2);
  // What is left of them is worked on no more.
  for (const eventId of attacked) expect((await attacker.delete(`/api/events/${eventId}`)).status).toBe(204);
});

// Nothing of them is heavy, so that all of them wait where photos do. In groups by event, most of these events would be as
// quiet as the party, and their photos came before its photo.
it('a photo comes long before the last of the photos that one other owner has spread over many events', async () => {
  const [host, other] = [await newUser(base), await newUser(base)];
  const party = (await host.post('/api/events', { name: 'Party', privacy: 'public' })).json.id;
  const crowded: string[] = [];
  for (let at = 0; at < EVENTS; at += 1)
    crowded.push((await other.post('/api/events', { name: 'Crowded', privacy: 'public' })).json.id);
  const large = await largePhoto();
  for (let at = 0; at < HOSTILE; at += AT_ONCE)
    await Promise.all(
      Array.from({ length: AT_ONCE }, (_, next) => upload(other, crowded[(at + next) % EVENTS] ?? '', large)),
    );
  const openOnes = async () => {
    // All at once: meanwhile they are worked on.
    const lists = await Promise.all(crowded.map((eventId) => other.get(`/api/events/${eventId}/media`)));
    const all: { state: string }[] = lists.flatMap(({ json }) => json);
    return all.filter(({ state }) => state === 'processing').length;
  };
  const before = await openOnes();
  const { id } = await upload(host, party, await jpegFile(3));
  expect(await waitUntilProcessed(host, party, id)).toMatchObject({ state: 'ready' });
  // Not half of them: they are worked on while the photo is uploaded, looked at and their lists are read.
  expect(await openOnes()).toBeGreaterThan(before / 4);
  expect(before).toBeGreaterThan(EVENTS / 2);
  for (const eventId of crowded) expect((await other.delete(`/api/events/${eventId}`)).status).toBe(204);
});

/** Takes longer than an upload, because it is decoded as a whole, and no longer than is made where photos wait. */
async function largePhoto(): Promise<File> {
  const create = { width: 4500, height: 4000, channels: 3, background: '#804020' } as const;
  const whole = { progressive: true, chromaSubsampling: '4:4:4', optimiseCoding: false } as const;
  return { name: 'large.jpg', type: 'image/jpeg', bytes: await sharp({ create }).jpeg(whole).toBuffer() };
}
