import { expect, inject, it } from 'vitest';
import { dashes, manyFrames } from '../fixtures/hostile-pictures.ts';
import { type File, jpegFile, upload, waitUntilProcessed } from '../fixtures/uploads.ts';
import { signIn } from '../fixtures/users-and-guests.ts';

const base = inject('siteUrl');
const HOSTILE = 60;
const AT_ONCE = 10;

// By counting, because a busy machine is slow for everybody: `npm run bench:hostile` measures the time.
it('a photo is ready long before the hostile files of another event that came before it', async () => {
  const [host, attacker] = [await signIn(base), await signIn(base)];
  const party = (await host.post('/api/events', { name: 'Party', privacy: 'public' })).json.id;
  const attacked = (await attacker.post('/api/events', { name: 'Hostile', privacy: 'public' })).json.id;
  const drawing: File = { name: 'drawing.svg', type: 'image/svg+xml', bytes: dashes() };
  const film: File = { name: 'film.gif', type: 'image/gif', bytes: await manyFrames(200, 440) };
  for (let at = 0; at < HOSTILE; at += AT_ONCE)
    await Promise.all(
      Array.from({ length: AT_ONCE }, (_, next) => upload(attacker, attacked, next === 0 ? film : drawing)),
    );
  const { id } = await upload(host, party, await jpegFile(3));
  expect(await waitUntilProcessed(host, party, id)).toMatchObject({ state: 'ready' });
  const { json } = await attacker.get(`/api/events/${attacked}/media`);
  const open = (json as { state: string }[]).filter(({ state }) => state === 'processing');
  expect(json).toHaveLength(HOSTILE);
  expect(open.length).toBeGreaterThan(HOSTILE / 2);
  // What is left of them is worked on no more.
  expect((await attacker.delete(`/api/events/${attacked}`)).status).toBe(204);
});
