import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { AppRoutes } from '../../web/src/app/router.tsx';
import { sessionWatch } from '../../web/src/lib/session-watch.ts';
import { fakeApi, Refusal } from './fake-api.ts';
import { sampleUser } from './sample-views.ts';
import { show } from './show.tsx';

// The site's own routes, where there is no page to show.

beforeEach(() => page.viewport(390, 844));
afterEach(() => sessionWatch.dismiss());

const heading = (name: string) => page.getByRole('heading', { name, exact: true });
const links = () =>
  page
    .getByRole('link')
    .elements()
    .map((link) => [link.textContent, link.getAttribute('href')]);
const goHome = ['Go Home', '/'];

async function visit(path: string, user?: ReturnType<typeof sampleUser>) {
  fakeApi({
    'GET /api/auth/user': () => user ?? new Refusal(401),
    'GET /api/events/{eventId}': () => new Refusal(404, { code: 'not_found' }),
  });
  await show(<AppRoutes />, { at: path });
}

describe('404', () => {
  it.each(['/nowhere', '/create', '/event/evt_none/moderate'])('is said to a visitor of %s', async (path) => {
    await visit(path);
    await expect.element(heading('404 Page Not Found')).toBeVisible();
    await expect
      .element(page.getByText('Did you forget to add the page to the router?', { exact: true }))
      .toBeVisible();
  });

  it.each(['/nowhere', '/event/evt_none/nowhere'])('is said to a user of %s', async (path) => {
    await visit(path, sampleUser());
    await expect.element(heading('404 Page Not Found')).toBeVisible();
    await expect
      .element(page.getByText('Did you forget to add the page to the router?', { exact: true }))
      .toBeVisible();
    expect(links()).toEqual([goHome]);
  });
});

it.each(['', '/timeline', '/checkout'])(
  '/event/evt_none%s says that there is no such event',
  async (rest) => {
    await visit(`/event/evt_none${rest}`);
    await expect.element(heading('Event Not Found')).toBeVisible();
    await expect
      .element(page.getByText("The event you're looking for doesn't exist.", { exact: true }))
      .toBeVisible();
    expect(links()).toEqual([goHome]);
    await expect.element(page.getByRole('button', { name: 'Try Again' })).not.toBeInTheDocument();
  },
);
