import { expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import NumbersPage from '../../web/src/routes/numbers.tsx';
import { expectNoViolations } from './axe.ts';
import { expectFit } from './expect-fit.ts';
import { type Answers, fakeApi, Refusal } from './fake-api.ts';
import { EVENT_ID, sampleEvent, sampleNumbers, sampleUser } from './sample-views.ts';
import { withShareSheet } from './share-sheet.ts';
import { show } from './show.tsx';

// The page of an event's numbers in its states.

const route = { at: `/event/${EVENT_ID}/numbers`, route: '/event/:eventId/numbers' };
const heading = (name: string) => page.getByRole('heading', { name, exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const hostSees = (
  answer: Answers['GET /api/events/{eventId}/numbers'],
  role: 'owner' | 'co-host' = 'owner',
) => {
  const event = sampleEvent({ role });
  const user = sampleUser({ id: role === 'owner' ? event.createdBy : 'usr_other' });
  fakeApi({
    'GET /api/auth/user': () => user,
    'GET /api/events/{eventId}': () => event,
    'GET /api/events/{eventId}/numbers': answer,
  });
};

it('shows totals, charts with tables, what is liked most, who sent most and a picture', async () => {
  hostSees(() => sampleNumbers());
  await show(<NumbersPage />, route);
  await expect
    .element(page.getByRole('list', { name: 'Totals' }))
    .toMatchTextContent('213 photos1 video37 contributors61 guests');
  await expect.element(page.getByRole('figure', { name: 'Uploads' })).toMatchTextContent('Most: 120 uploads');
  await expect
    .element(page.getByRole('figure', { name: 'New guests' }))
    .toMatchTextContent('12 came before the first upload.');
  const rows = page.getByRole('table', { name: 'Uploads' }).getByRole('row').elements();
  expect(rows.map((row) => row.querySelector('td')?.textContent).slice(1)).toEqual(['94', '0', '120']);
  await expect.element(page.getByRole('link', { name: 'Photo 9 votes' }).first()).toBeVisible();
  await expect.element(page.getByText('Someone who left')).toBeVisible();
  await expect
    .element(page.getByRole('region', { name: 'Downloads' }).getByRole('list'))
    .toMatchTextContent(
      '34 people downloaded all21 at full size, 17 for chats412 single downloadsby 53 people',
    );
  await expect
    .element(page.getByRole('img', { name: 'Summer party: 213 photos, 1 video, 37 contributors' }))
    .toBeVisible();
  await expectNoViolations();
});

it('fits a narrow window when a bar is many days', async () => {
  await page.viewport(320, 640);
  onTestFinished(() => page.viewport(1280, 800));
  const day = (at: string) => ({ at, items: 2, people: 1 });
  const points = ['2026-06-30T00:00:00.000Z', '2026-11-26T00:00:00.000Z'].map(day);
  hostSees(() => sampleNumbers({ step: 'day', points }));
  await show(<NumbersPage />, route);
  await expect.element(page.getByRole('figure', { name: 'Uploads' })).toBeVisible();
  await expectFit();
});

it('says so when nobody has downloaded, and tells of one as of one', async () => {
  const downloads = { all: { people: 0, full: 0, chat: 0 }, single: { times: 0, people: 0 } };
  hostSees(() => sampleNumbers({ downloads }));
  await show(<NumbersPage />, route);
  const region = page.getByRole('region', { name: 'Downloads' });
  await expect.element(region).toMatchTextContent('None yet.');
  await expectNoViolations();
  hostSees(() =>
    sampleNumbers({ downloads: { all: { people: 1, full: 1, chat: 0 }, single: { times: 1, people: 1 } } }),
  );
  await show(<NumbersPage />, route);
  await expect
    .element(region.getByRole('list'))
    .toMatchTextContent('1 person downloaded all1 at full size1 single downloadby 1 person');
});

it('does without what the release before does not answer', async () => {
  const { downloads: _, ...before } = sampleNumbers();
  hostSees(() => before as ReturnType<typeof sampleNumbers>);
  await show(<NumbersPage />, route);
  await expect.element(heading('Who sent most')).toBeVisible();
  await expect.element(heading('Downloads')).not.toBeInTheDocument();
});

it('is a co-host’s, too', async () => {
  hostSees(() => sampleNumbers(), 'co-host');
  await show(<NumbersPage />, route);
  await expect.element(heading('Who sent most')).toBeVisible();
});

it('draws a picture of 1080 × 1350 that the share sheet gets as a file', async () => {
  const { share } = withShareSheet();
  hostSees(() => sampleNumbers());
  await show(<NumbersPage />, route);
  await button('Share picture').click();
  await expect.poll(() => share.mock.calls.length).toBe(1);
  const file = share.mock.calls[0]?.[0].files?.[0];
  expect([file?.name, file?.type]).toEqual(['summer-party.png', 'image/png']);
  const { width, height } = await createImageBitmap(file as File);
  expect([width, height]).toEqual([1080, 1350]);
});

it('has a shape while it loads, and asks again when it did not come', async () => {
  const held = Promise.withResolvers<void>();
  let answer: Refusal | ReturnType<typeof sampleNumbers> = new Refusal(500, { message: 'It broke.' });
  hostSees(async () => {
    await held.promise;
    return answer;
  });
  await show(<NumbersPage />, route);
  await expect.element(heading('Numbers')).toBeVisible();
  expect(document.querySelector('[aria-busy="true"]')).not.toBeNull();
  await expectNoViolations();
  held.resolve();
  await expect.element(heading('The numbers did not come')).toBeVisible();
  await expectNoViolations();
  answer = sampleNumbers();
  await button('Try again').click();
  await expect.element(heading('Who sent most')).toBeVisible();
});

it('says so when there is nothing to count', async () => {
  hostSees(() =>
    sampleNumbers({ itemCount: 0, photoCount: 0, videoCount: 0, points: [], senders: [], topItems: [] }),
  );
  await show(<NumbersPage />, route);
  await expect.element(heading('Nothing to count yet')).toBeVisible();
  await expectNoViolations();
});

it('is nobody else’s', async () => {
  const event = sampleEvent({ role: 'participant' });
  fakeApi({
    'GET /api/auth/user': () => sampleUser({ id: 'usr_other' }),
    'GET /api/events/{eventId}': () => event,
  });
  await show(<NumbersPage />, route);
  await expect.element(heading('Access Denied')).toBeVisible();
});
