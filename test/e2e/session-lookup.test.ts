import { expect, it } from 'vitest';
import { signIn } from '../fixtures/users-and-guests.ts';
import { navigateClientSide } from './screen-steps.ts';
import { baseURL, newTestBed } from './test-bed.ts';

// A session lookup that fails.

const { newPerson } = newTestBed('Mole');

it('counts as signed out and is not repeated', async () => {
  const { page } = await newPerson(await signIn(baseURL, 'Ada'));
  const lookUp = '**/api/auth/user';
  let lookups = 0;
  await page.route(lookUp, (route) => {
    lookups += 1;
    return route.abort();
  });
  await page.clock.install();
  await page.goto('/');
  await page.getByRole('link', { name: 'Sign In' }).first().waitFor();
  await page.getByRole('link', { name: 'Create Free Event' }).waitFor();
  await page.clock.runFor(60_000);
  await navigateClientSide(page, '/create');
  await page.getByRole('heading', { name: '404 Page Not Found' }).waitFor();
  expect(lookups).toBe(1);
  // The session itself still exists.
  await page.unroute(lookUp);
  await page.goto('/');
  await page.getByRole('heading', { name: 'Hi Ada' }).waitFor();
});
