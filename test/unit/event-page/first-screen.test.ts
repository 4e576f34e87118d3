import { afterEach, beforeEach, expect, it, type MockInstance, vi } from 'vitest';
import { drawFirstScreen } from '../../../functions/event-page/first-screen.ts';
import { log } from '../../../functions/aws/log.ts';

const first = { user: null };
const address = '/event/evt_a?media=med_a';
const renderPage = (at: string) => Promise.resolve(`<main>${at}</main>`);

let errors: MockInstance<typeof log.error>;

beforeEach(() => {
  errors = vi.spyOn(log, 'error').mockImplementation(() => {});
});

afterEach(() => {
  errors.mockRestore();
});

it('is drawn by the application of the page’s own release', async () => {
  const renderer = Promise.resolve({ release: 'r1', renderPage });
  expect(await drawFirstScreen(renderer, { release: 'r1', address, first })).toBe(`<main>${address}</main>`);
});

it.each([['r2'], [undefined]])('is left to the browser where the page is of release %s', async (release) => {
  const renderer = Promise.resolve({ release: 'r1', renderPage });
  expect(await drawFirstScreen(renderer, { release, address, first })).toBeUndefined();
  // Between two deployments that is no fault.
  expect(errors).not.toHaveBeenCalled();
});

it('is left to the browser where the page names no release, without a renderer', async () => {
  const renderer = Promise.reject(new Error('There is no renderer.'));
  expect(await drawFirstScreen(renderer, { release: undefined, address, first })).toBeUndefined();
  renderer.catch(() => {});
  // `npm run dev` has none.
  expect(errors).not.toHaveBeenCalled();
});

it.each([
  ['cannot be loaded', () => Promise.reject(new Error('There is no renderer.'))],
  [
    'fails',
    () => Promise.resolve({ release: 'r1', renderPage: () => Promise.reject(new Error('No event.')) }),
  ],
])('is left to the browser where the application %s, which is reported', async (_what, load) => {
  expect(await drawFirstScreen(load(), { release: 'r1', address, first })).toBeUndefined();
  expect(errors).toHaveBeenCalledOnce();
});
