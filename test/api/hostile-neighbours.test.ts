import { expect, inject, it } from 'vitest';
import { dashes, manyFrames } from '../fixtures/hostile-pictures.ts';
import { type File, jpegFile, upload, waitUntilProcessed } from '../fixtures/uploads.ts';
import { signIn } from '../fixtures/users-and-guests.ts';

const base = inject('siteUrl');
const HOSTILE = 60;
const AT_ONCE = 10;
const EVENTS = 30;

// By counting, because a busy machine is slow for everybody: `npm run bench:hostile` measures the time.
it('a photo is ready long before the hostile files of all events of another owner that came before it', async () => {
  const [host, attacker] = [await signIn(base), await signIn(base)];
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
