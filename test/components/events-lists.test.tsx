import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { CreatedEvent } from '../../web/src/features/events/created-event.tsx';
import { EventCard } from '../../web/src/features/events/event-card.tsx';
import EventError from '../../web/src/features/events/event-error.tsx';
import { EventList } from '../../web/src/features/events/event-list.tsx';
import { EventSubpage, EventSubpageSkeleton } from '../../web/src/features/events/event-subpage.tsx';
import { HostPage } from '../../web/src/features/events/host-page.tsx';
import { CallError } from '../../web/src/lib/call.ts';
import { expectNoViolations } from './axe.ts';
import { fakeApi, NO_NETWORK, Refusal } from './fake-api.ts';
import { EVENT_ID, sampleEvent, sampleUser } from './sample-views.ts';
import { show } from './show.tsx';

const heading = (name: string, level = 1) => page.getByRole('heading', { name, level });
const link = (name: string) => page.getByRole('link', { name });

it.each([
  ['private', 'Private'],
  ['unlisted', 'Unlisted'],
  ['public', 'Public'],
] as const)('the card of a %s event says so, and leads to it', async (privacy, label) => {
  const { address } = await show(
    <EventCard event={sampleEvent({ privacy, description: 'Bring cake.', mediaCount: 1 })} />,
  );
  await expect.element(page.getByText(label)).toBeVisible();
  await expect.element(page.getByText('1 photo', { exact: true })).toBeVisible();
  await expect.element(page.getByText('Bring cake.')).toBeVisible();
  await expect.element(page.getByText('June 20, 2026')).toBeVisible();
  await link('Summer party').click();
  await expect.poll(address).toBe(`/event/${EVENT_ID}`);
});

it('the card of an event without a day says that none is set', async () => {
  await show(<EventCard event={sampleEvent({ date: null })} />);
  await expect.element(page.getByText('No date set')).toBeVisible();
});

it('a card has two lines of a long description', async () => {
  await show(<EventCard event={sampleEvent({ description: 'Row, row. '.repeat(99) })} />);
  const words = page.getByText('Row, row.').element();
  expect(Math.round(words.clientHeight / Number.parseFloat(getComputedStyle(words).lineHeight))).toBe(2);
});

it('the list is busy until the events are there', async () => {
  const held = Promise.withResolvers<[]>();
  fakeApi({ 'GET /api/events': () => held.promise });
  const { update } = await show(<EventList isReady={false} />);
  const list = page.getByRole('list', { name: 'My Events' });
  await expect.element(list).toHaveAttribute('aria-busy', 'true');
  expect(page.getByRole('listitem').elements()).toHaveLength(6);
  await update(<EventList isReady />);
  held.resolve([]);
  await expect.element(heading('No events yet', 2)).toBeVisible();
  await expect.element(link('Create Your First Event')).toHaveAttribute('href', '/create');
  await expectNoViolations();
});

it('the list has a card for each event', async () => {
  fakeApi({ 'GET /api/events': () => [sampleEvent(), sampleEvent({ id: 'evt_2', name: 'Ferry' })] });
  await show(<EventList isReady />);
  await expect.element(link('Ferry')).toHaveAttribute('href', '/event/evt_2');
  await expect.element(page.getByRole('list', { name: 'My Events' })).toHaveAttribute('aria-busy', 'false');
  await expectNoViolations();
});

it('the list says why it did not load, and tries again', async () => {
  let answer: typeof NO_NETWORK | Refusal | [] = NO_NETWORK;
  fakeApi({ 'GET /api/events': () => answer });
  await show(<EventList isReady />);
  await expect.element(heading('Your events did not load', 2)).toBeVisible();
  await expect.element(page.getByText('The network may be gone. Your events are safe.')).toBeVisible();
  answer = new Refusal(429, { message: 'That was too often.' });
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect.element(page.getByText('That was too often.')).toBeVisible();
  answer = [];
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect.element(heading('No events yet', 2)).toBeVisible();
});

const refused = (status: number) => new CallError({ status, statusText: '', text: '{}' });

it.each([
  [401, 'Private Event', 'This is a private event. Please log in to view it.'],
  [403, 'Access Denied', "You don't have access to this event. Contact the event organizer for access."],
  [404, 'Event Not Found', "The event you're looking for doesn't exist."],
])('an event that answers %i is explained', async (status, title, text) => {
  await show(<EventError error={refused(status)} />, { at: '/event/evt_1?media=med_1' });
  await expect.element(heading(title)).toBeVisible();
  await expect.element(page.getByText(text, { exact: true })).toBeVisible();
  const invitation = page.getByText(/^The link or QR code that brought you here is your invitation/);
  expect(invitation.elements()).toHaveLength(status === 401 ? 1 : 0);
  const login = `/api/login?returnTo=${encodeURIComponent('/event/evt_1?media=med_1')}`;
  const links = page
    .getByRole('link')
    .elements()
    .map((element) => [element.textContent, element.getAttribute('href')]);
  expect(links).toEqual([...(status === 401 ? [['Log In', login]] : []), ['Go Home', '/']]);
  await expect.element(page.getByRole('button', { name: 'Try Again' })).not.toBeInTheDocument();
  await expectNoViolations();
});

const route = { at: `/event/${EVENT_ID}/people`, route: '/event/:eventId/people' };
const people = (
  <HostPage
    title="People"
    region="people"
    about={({ name }) => `Who came to ${name}`}
    refusal="Only hosts see the people."
  >
    {() => <p>Grace</p>}
  </HostPage>
);

const host = sampleUser({ id: sampleEvent().createdBy });

it('a host’s page waits for the event, and then shows it under its title', async () => {
  const held = Promise.withResolvers<ReturnType<typeof sampleEvent>>();
  fakeApi({ 'GET /api/auth/user': () => host, 'GET /api/events/{eventId}': () => held.promise });
  await show(people, route);
  expect(document.querySelector('main [aria-busy="true"]')).not.toBeNull();
  held.resolve(sampleEvent());
  await expect.element(heading('People')).toBeVisible();
  expect(document.title).toBe('People · Gatherlens');
  await expect.element(page.getByText('Who came to Summer party')).toBeVisible();
  await expect.element(page.getByText('Grace')).toBeVisible();
});

it.each([
  [{}, true],
  [{ isOwners: true }, false],
])('a host’s page is for co-hosts as well, unless it is the owner’s: %o', async (props, isSeen) => {
  fakeApi({
    'GET /api/auth/user': () => sampleUser({ id: 'usr_else' }),
    'GET /api/events/{eventId}': () => sampleEvent({ role: 'co-host' }),
  });
  await show({ ...people, props: { ...people.props, ...props } }, route);
  await expect.element(isSeen ? page.getByText('Grace') : heading('Access Denied')).toBeVisible();
});

it('a host’s page refuses everybody else, and leads to the gallery', async () => {
  fakeApi({
    'GET /api/auth/user': () => host,
    'GET /api/events/{eventId}': () => sampleEvent({ role: 'participant' }),
  });
  const { address } = await show(people, route);
  await expect.element(heading('Access Denied')).toBeVisible();
  await expect.element(page.getByText('Only hosts see the people.')).toBeVisible();
  await expect.element(page.getByText('Grace')).not.toBeInTheDocument();
  await link('View Event Gallery').click();
  await expect.poll(address).toBe(`/event/${EVENT_ID}`);
});

it.each<[string, typeof NO_NETWORK | Refusal]>([
  ['without a network', NO_NETWORK],
  ['if the server fails', new Refusal(500)],
])('an event that did not load %s can be tried again', async (_, failure) => {
  let answer: typeof failure | ReturnType<typeof sampleEvent> = failure;
  fakeApi({ 'GET /api/auth/user': () => host, 'GET /api/events/{eventId}': () => answer });
  await show(people, route);
  await expect.element(heading('Event Not Found')).toBeVisible();
  await expectNoViolations();
  const tryAgain = page.getByRole('button', { name: 'Try Again' });
  await tryAgain.click();
  await expect.element(tryAgain).toBeVisible();
  answer = sampleEvent();
  await tryAgain.click();
  await expect.element(page.getByText('Grace')).toBeVisible();
});

it('a host’s page explains an event that cannot be shown', async () => {
  fakeApi({ 'GET /api/auth/user': () => host, 'GET /api/events/{eventId}': () => new Refusal(404) });
  await show(people, route);
  await expect.element(heading('Event Not Found')).toBeVisible();
});

it('a page of an event is busy at first, and then leads back to the gallery', async () => {
  const { update } = await show(<EventSubpageSkeleton>Soon</EventSubpageSkeleton>);
  expect(document.querySelector('main [aria-busy="true"]')?.textContent).toContain('Soon');
  await update(
    <EventSubpage eventId={EVENT_ID} title="Timeline" about="In order">
      <p>Moments</p>
    </EventSubpage>,
  );
  await expect.element(link('Back to Gallery')).toHaveAttribute('href', `/event/${EVENT_ID}`);
  await expect.element(page.getByText('Moments')).toBeVisible();
  await expectNoViolations();
});

it('a created event shows its facts, and what to share', async () => {
  const paid = sampleEvent({ moderationEnabled: true, isPaid: true, price: '12.50' });
  const { update } = await show(<CreatedEvent event={paid} />);
  await expect.element(heading('Event Created Successfully')).toBeVisible();
  const facts = () =>
    [...document.querySelectorAll('dt')].map((term) =>
      [term, term.nextElementSibling].map((part) => part?.textContent),
    );
  expect(facts()).toEqual([
    ['Event Name', 'Summer party'],
    ['Date', 'June 20, 2026'],
    ['Privacy', 'Unlisted'],
    ['Moderation', 'Enabled'],
    ['Price', '$12.50'],
  ]);
  await expect.element(page.getByText('Guests must pay $12.50 to access the gallery.')).toBeVisible();
  const shared = `${location.origin}/event/${EVENT_ID}`;
  await expect.element(link(shared)).toHaveAttribute('href', shared);
  await expect.element(page.getByRole('img', { name: 'QR code of the event link' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Copy Link' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Download QR' })).toBeVisible();
  await expect.element(link('View Event Gallery')).toHaveAttribute('href', `/event/${EVENT_ID}`);
  await expectNoViolations();
  await update(<CreatedEvent event={sampleEvent({ date: null })} />);
  expect(facts()).toEqual([
    ['Event Name', 'Summer party'],
    ['Privacy', 'Unlisted'],
    ['Moderation', 'Disabled'],
  ]);
  await expect.element(page.getByText(/Guests must pay/)).not.toBeInTheDocument();
});
