import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { signIn } from '../fixtures/users-and-guests.ts';
import { PHONE } from './browser.ts';
import { expectSeen, goWithin, held } from './screen-steps.ts';
import { baseURL, newTestBed } from './test-bed.ts';

// What stands in the place of a page that is not shown, word for word, and where it leads.

const testBed = newTestBed('Weir');
const { newEvent, open } = testBed;

const goHome = ['Go Home', '/'];
const buttons = (page: Page) =>
  page
    .locator('main')
    .getByRole('link')
    .evaluateAll((all) => all.map((one) => [one.textContent, one.getAttribute('href')]));

describe('an event that is not shown', () => {
  it('because it is private', async () => {
    const eventId = await newEvent({ privacy: 'private' });
    const page = await open(`/event/${eventId}`, undefined, PHONE);
    await expectSeen(page, 'Private Event', 'This is a private event. Please log in to view it.');
    expect(await buttons(page)).toEqual([['Log In', `/api/login?returnTo=%2Fevent%2F${eventId}`], goHome]);
  });

  it('because the owner has removed who asks', async () => {
    const ada = await signIn(baseURL, 'Ada');
    const eventId = await newEvent();
    await ada.post(`/api/events/${eventId}/join`);
    await testBed.olive.delete(`/api/events/${eventId}/people/${ada.userId}`);
    const page = await open(`/event/${eventId}`, ada, PHONE);
    await expectSeen(page, 'Access Denied');
    await expectSeen(page, "You don't have access to this event. Contact the event organizer for access.");
    expect(await buttons(page)).toEqual([goHome]);
  });

  it.each(['', '/timeline', '/checkout'])('because there is none at /event/evt_none%s', async (rest) => {
    const page = await open(`/event/evt_none${rest}`, undefined, PHONE);
    await expectSeen(page, 'Event Not Found', "The event you're looking for doesn't exist.");
    expect(await buttons(page)).toEqual([goHome]);
  });

  it('or a page that is none', async () => {
    for (const path of ['/nowhere', '/create', '/event/evt_none/moderate']) {
      const page = await open(path, undefined, PHONE);
      await page.getByRole('heading', { name: '404 Page Not Found', exact: true }).waitFor();
      await expectSeen(page, 'Did you forget to add the page to the router?');
    }
  });

  it('or a page that is none to somebody signed in, either', async () => {
    const ada = await signIn(baseURL, 'Ada');
    for (const path of ['/nowhere', '/event/evt_none/nowhere']) {
      const page = await open(path, ada);
      await page.getByRole('link', { name: 'Sign Out' }).waitFor();
      await page.getByRole('heading', { name: '404 Page Not Found', exact: true }).waitFor();
      await expectSeen(page, 'Did you forget to add the page to the router?');
      expect(await buttons(page)).toEqual([goHome]);
    }
  });

  it('for as long as it is asked for, which is its shape, and where no answer comes', async () => {
    const eventId = await newEvent();
    const { page } = await testBed.newPerson(undefined, PHONE);
    await page.goto('/terms');
    await held(page, ['GET', '**/api/events/*'], async () => {
      await goWithin(page, `/event/${eventId}`);
      await page.getByText('Loading event').waitFor({ state: 'attached' });
    });
    await expectSeen(page, 'No photos yet');
    await page.route('**/api/events/*', (route) => route.abort());
    await goWithin(page, `/event/${await newEvent()}`);
    await expectSeen(page, 'Event Not Found');
  });
});
