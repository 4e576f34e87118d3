import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { newUser } from '../fixtures/new-user.ts';
import { newGuest, type SignedIn } from '../fixtures/users-and-guests.ts';
import { baseURL, newTestBed } from './test-bed.ts';

const testBed = newTestBed('Orchard');
let cora: SignedIn;
/** The pages of the host, and of Cora. */
let host: Page;
let page: Page;

beforeAll(async () => {
  cora = await newUser(baseURL, 'Cora');
  [{ page: host }, { page }] = [await testBed.newPerson(testBed.olive), await testBed.newPerson(cora)];
});

it('a host names a co-host from the people list, who then approves a photo', async () => {
  const eventId = await testBed.newEvent({ moderationEnabled: true });
  await cora.post(`/api/events/${eventId}/join`);
  const grace = await newGuest(baseURL, 'Grace');
  await testBed.add(eventId, [1], grace);

  await host.goto(`/event/${eventId}/people`);
  await host.getByRole('button', { name: /^Make Co-host: Cora/ }).click();
  await host.getByText('Co-host Named').waitFor();

  await page.goto('/');
  const card = page.getByRole('link', { name: /Orchard/ });
  await card.getByText('Co-host').waitFor();
  await card.click();
  await page.getByRole('link', { name: 'Moderate Content (1)' }).click();
  await page.getByRole('button', { name: 'Approve photo by Grace' }).click();
  await page.getByRole('heading', { name: 'All Caught Up!' }).waitFor();
  await page.getByRole('link', { name: 'Back to Gallery' }).click();
  await page.getByRole('link', { name: 'Photo 1', exact: true }).waitFor();
  expect(await page.getByRole('button', { name: 'Delete Event' }).count()).toBe(0);
  expect((await grace.get(`/api/events/${eventId}/media`)).json).toMatchObject([{ status: 'approved' }]);
});

it('somebody who is signed in becomes a co-host by a link', async () => {
  const eventId = await testBed.newEvent({ privacy: 'private' });
  await host.goto(`/event/${eventId}/people`);
  await host.getByRole('button', { name: 'Invite a Co-host' }).click();
  await host.getByRole('button', { name: 'Create Link' }).click();
  const link = await host.getByRole('textbox', { name: 'Link for one co-host' }).inputValue();

  await page.goto(link);
  await page.getByRole('button', { name: 'Become a Co-host' }).click();
  await page.getByText('You Are a Co-host').waitFor();
  await page.getByRole('button', { name: 'Edit Event' }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/event/${eventId}`);
});
