import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { AppRoutes } from '../../web/src/app/router.tsx';
import { sessionWatch } from '../../web/src/lib/session-watch.ts';
import { expectNoViolations } from './axe.ts';
import { type Answers, fakeApi, NO_NETWORK, Refusal } from './fake-api.ts';
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

async function visit(path: string, user?: ReturnType<typeof sampleUser>, more: Answers = {}) {
  const sent = fakeApi({
    'GET /api/auth/user': () => user ?? new Refusal(401),
    'GET /api/events/{eventId}': () => new Refusal(404, { code: 'not_found' }),
    ...more,
  });
  return { ...(await show(<AppRoutes />, { at: path })), sent };
}

describe('404', () => {
  it.each(['/nowhere', '/create', '/event/evt_none/moderate'])('is said to a visitor of %s', async (path) => {
    await visit(path);
    await expect.element(heading('404 Page Not Found')).toBeVisible();
    await expect
      .element(page.getByText('Did you forget to add the page to the router?', { exact: true }))
      .toBeVisible();
  });

  it('is said of a user’s page to somebody whose session could not be looked up, without another look', async () => {
    const { sent } = await visit('/create', undefined, { 'GET /api/auth/user': () => NO_NETWORK });
    await expect.element(heading('404 Page Not Found')).toBeVisible();
    expect(sent).toHaveLength(1);
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

describe('the link of a code', () => {
  type AnswerCode = NonNullable<Answers['GET /api/codes/{code}']>;
  const codes = (answer: AnswerCode): Answers => ({ 'GET /api/codes/{code}': answer });

  it('leads to the event, however it is written', async () => {
    const { address } = await visit(
      '/j/cdfg-hjkm',
      undefined,
      codes(() => ({ eventId: 'evt_none' })),
    );
    await expect.poll(address).toBe('/event/evt_none');
  });

  it('of no event says so, and lets it be corrected', async () => {
    let eventId: string | undefined;
    const { address, sent } = await visit(
      '/j/CDFG-HJK0',
      undefined,
      codes(() => (eventId ? { eventId } : new Refusal(404))),
    );
    await expect.element(heading('No Event Has This Code')).toBeVisible();
    const field = page.getByLabelText('Event code');
    await expect.element(field).toHaveValue('CDFG-HJK0');
    await expectNoViolations();
    const join = page.getByRole('button', { name: 'Join Event' });
    await join.click();
    await expect.element(field).toHaveAccessibleDescription('A code is eight letters, as on the card.');
    expect(sent.filter(({ path }) => path.startsWith('/api/codes'))).toEqual([]);
    await field.fill('cdfg hjkn');
    await join.click();
    await expect.poll(address).toBe('/j/CDFGHJKN');
    await expect.element(field).toHaveValue('CDFGHJKN');
    eventId = 'evt_none';
    await field.fill('CDFGHJKM');
    await join.click();
    await expect.poll(address).toBe('/event/evt_none');
  });

  it('that could not be looked up is tried again', async () => {
    let answer: ReturnType<AnswerCode> = NO_NETWORK;
    const { address } = await visit(
      '/j/CDFGHJKM',
      undefined,
      codes(() => answer),
    );
    await expect.element(heading('The Event Did Not Open')).toBeVisible();
    answer = new Refusal(429, { message: 'Too many requests.' });
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect.element(page.getByText('Too many requests.')).toBeVisible();
    answer = { eventId: 'evt_none' };
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect.poll(address).toBe('/event/evt_none');
  });
});
