import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { newUser } from '../fixtures/new-user.ts';
import { navigateClientSide } from './screen-steps.ts';
import { baseURL, newTestBed } from './test-bed.ts';

// A session lookup that fails.

const { newPerson } = newTestBed('Mole');
const toasts = (page: Page) => page.locator('[data-tone] strong').allTextContents();

it('counts as signed out and is not repeated, and adding to a private event leads to sign-in', async () => {
  const ada = await newUser(baseURL, 'Ada');
  const { json } = await ada.post('/api/events', { name: 'Mole', privacy: 'private' });
  const { page } = await newPerson(ada);
  const lookUp = '**/api/auth/user';
  let lookups = 0;
  await page.route(lookUp, (route) => {
    lookups += 1;
    return route.abort();
  });
  // Its refusal, to a page that thinks that nobody is signed in, would have the page look again.
  await page.route('**/live-ticket', (route) => route.abort());
  await page.clock.install();
  await page.goto('/');
  await page.getByRole('link', { name: 'Sign In' }).first().waitFor();
  await page.getByRole('link', { name: 'Create Free Event' }).waitFor();
  await page.clock.runFor(60_000);
  await navigateClientSide(page, '/create');
  await page.getByRole('heading', { name: '404 Page Not Found' }).waitFor();
  await navigateClientSide(page, `/event/${json.id}`);
  await page.getByRole('heading', { name: 'Mole' }).waitFor();
  await page.clock.pauseAt((await page.evaluate<number>('Date.now()')) + 10_000);
  const signingIn = page.waitForRequest('**/api/login?*');
  await page.getByRole('button', { name: 'Add Media' }).first().click();
  await page.getByText('This is a private event. Please sign in to upload.').waitFor();
  expect(await toasts(page)).toEqual(['Authentication Required']);
  expect(lookups).toBe(1);
  await page.clock.runFor(1500);
  expect(new URL((await signingIn).url()).searchParams.get('returnTo')).toBe(`/event/${json.id}`);
  await page.clock.resume();
  // The session itself still exists.
  await page.unroute(lookUp);
  await page.goto('/');
  await page.getByRole('heading', { name: 'Hi Ada' }).waitFor();
});
