import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { signIn } from '../fixtures/users-and-guests.ts';
import { PHONE } from '../fixtures/browser.ts';
import { expectVisible, navigateClientSide, whileHeld } from './screen-steps.ts';
import { baseURL, newTestBed } from './test-bed.ts';

// The exact texts and links of pages that cannot be shown.

const testBed = newTestBed('Weir');
const { newEvent, open } = testBed;
let visitor: Page;

beforeAll(async () => {
  ({ page: visitor } = await testBed.newPerson(undefined, PHONE));
});

async function visit(path: string): Promise<void> {
  await visitor.goto(path);
  await visitor.locator('[data-unmeasured]').waitFor({ state: 'detached' });
}

const goHome = ['Go Home', '/'];
const links = (page: Page) =>
  page
    .locator('main')
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => [link.textContent, link.getAttribute('href')]));

describe('the error page', () => {
  it('of a private event offers to log in', async () => {
    const eventId = await newEvent({ privacy: 'private' });
    await visit(`/event/${eventId}`);
    await expectVisible(visitor, 'Private Event', 'This is a private event. Please log in to view it.');
    expect(await links(visitor)).toEqual([['Log In', `/api/login?returnTo=%2Fevent%2F${eventId}`], goHome]);
  });

  it('of an event that the owner removed the user from says that access is denied', async () => {
    const ada = await signIn(baseURL, 'Ada');
    const eventId = await newEvent();
    await ada.post(`/api/events/${eventId}/join`);
    await testBed.olive.delete(`/api/events/${eventId}/people/${ada.userId}`);
    const page = await open(`/event/${eventId}`, ada, PHONE);
    await expectVisible(page, 'Access Denied');
    await expectVisible(page, "You don't have access to this event. Contact the event organizer for access.");
    expect(await links(page)).toEqual([goHome]);
  });

  it.each(['', '/timeline', '/checkout'])(
    'of /event/evt_none%s says that there is no such event',
    async (rest) => {
      await visit(`/event/evt_none${rest}`);
      await expectVisible(visitor, 'Event Not Found', "The event you're looking for doesn't exist.");
      expect(await links(visitor)).toEqual([goHome]);
    },
  );

  it('of an unknown path or a host page says 404 to an anonymous visitor', async () => {
    for (const path of ['/nowhere', '/create', '/event/evt_none/moderate']) {
      await visit(path);
      await visitor.getByRole('heading', { name: '404 Page Not Found', exact: true }).waitFor();
      await expectVisible(visitor, 'Did you forget to add the page to the router?');
    }
  });

  it('of an unknown path says 404 to a user', async () => {
    const ada = await signIn(baseURL, 'Ada');
    const { page } = await testBed.newPerson(ada);
    for (const path of ['/nowhere', '/event/evt_none/nowhere']) {
      await page.goto(path);
      await page.getByRole('link', { name: 'Sign Out' }).waitFor();
      await page.getByRole('heading', { name: '404 Page Not Found', exact: true }).waitFor();
      await expectVisible(page, 'Did you forget to add the page to the router?');
      expect(await links(page)).toEqual([goHome]);
    }
  });

  it('replaces the loading state of an event whose request fails', async () => {
    const eventId = await newEvent();
    const { page } = await testBed.newPerson(undefined, PHONE);
    await page.goto('/terms');
    await whileHeld(page, ['GET', '**/api/events/*'], async () => {
      await navigateClientSide(page, `/event/${eventId}`);
      await page.getByText('Loading event').waitFor({ state: 'attached' });
    });
    await expectVisible(page, 'No photos yet');
    await page.route('**/api/events/*', (route) => route.abort());
    await navigateClientSide(page, `/event/${await newEvent()}`);
    await expectVisible(page, 'Event Not Found');
  });
});
