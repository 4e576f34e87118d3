import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { MediaView } from '../../shared/contract/entities.ts';
import CaptureDaysGrid from '../../web/src/features/gallery/capture-days-grid.tsx';
import { writeGuest } from '../../web/src/lib/guest-credentials.ts';
import { queryKeys } from '../../web/src/lib/query-keys.ts';
import Dashboard from '../../web/src/routes/dashboard.tsx';
// Loaded on demand, which is not what is waited for here.
import '../../web/src/routes/event/highlights.tsx';
import '../../web/src/routes/event/lightbox.tsx';
import EventRoute from '../../web/src/routes/event/event.tsx';
import { toastStore } from '../../web/src/ui/toast-store.ts';
import { expectToast } from './expect-toast.ts';
import { type Answers, fakeApi, NO_NETWORK, Refusal } from './fake-api.ts';
import { EVENT_ID, sampleEvent, sampleMedia, sampleMediaList, sampleUser } from './sample-views.ts';
import { show } from './show.tsx';
import { showEvent } from './show-event.tsx';

// An event's page in its states.

afterEach(() => {
  vi.unstubAllGlobals();
  toastStore.dismiss();
  writeGuest(null);
});

const CAST = 'POST /api/media/{mediaId}/vote';
const WITHDRAW = 'DELETE /api/media/{mediaId}/vote';
const heading = (name: string) => page.getByRole('heading', { name, exact: true });
const text = (words: string) => page.getByText(words, { exact: true });
const tab = (name: string) => page.getByRole('tab', { name, exact: true });
const vote = page.getByRole('button', { name: /^Vote,/ });
const host = sampleUser();
const beGuest = () => writeGuest({ id: 'gst_grace', name: 'Grace', token: 'secret', email: null });
/** The lists of a gallery with these items, of which nobody has voted for any. */
const listing = (items: MediaView[]): Answers => ({
  'GET /api/events/{eventId}/media': ({ query }) => (query['sortBy'] === 'votes' ? [] : items),
});

/** Other files have the same window. */
function withoutProperty(owner: object, name: string): void {
  const property = Object.getOwnPropertyDescriptor(owner, name) ?? {};
  Reflect.deleteProperty(owner, name);
  onTestFinished(() => void Object.defineProperty(owner, name, property));
}

describe('a gallery', () => {
  it('without photos invites to add some, and has no tabs', async () => {
    await page.viewport(390, 844);
    await showEvent(sampleEvent({ role: 'anonymous', privacy: 'public', mediaCount: 0 }));
    for (const words of [
      'Advertisement Space - Upgrade to Premium to remove ads',
      'Summer party',
      'June 20, 2026',
      '0 photos',
      'Public',
      'No photos yet',
      'Be the first to share memories from this event!',
    ])
      await expect.element(text(words)).toBeVisible();
    for (const name of ['Add Media', 'Enable Notifications', 'Download All'])
      await expect.element(page.getByRole('button', { name, exact: true })).toBeVisible();
    expect(page.getByRole('tab').elements()).toEqual([]);
    await expect.element(page.getByText('Event Management')).not.toBeInTheDocument();
  });

  it('with photos has three orders, and says if nobody has voted', async () => {
    beGuest();
    await showEvent(sampleEvent({ role: 'guest', mediaCount: 1 }), { more: listing(sampleMediaList(1)) });
    await expect.element(text('1 photo')).toBeVisible();
    expect(
      page
        .getByRole('tab')
        .elements()
        .map(({ textContent }) => textContent),
    ).toEqual(['Recent', 'Top Voted', 'Timeline']);
    await expect.element(vote).toBeEnabled();
    await tab('Top Voted').click();
    await expect.element(text('No voted photos yet')).toBeVisible();
    await expect.element(text('No photos yet')).not.toBeInTheDocument();
    await tab('Timeline').click();
    await expect.element(heading('Unknown Date | 1 photo')).toBeVisible();
  });

  it.each(['guest', 'owner'] as const)('with only pending photos has none to vote on: %s', async (role) => {
    if (role === 'guest') beGuest();
    const event = sampleEvent({
      role,
      moderationEnabled: true,
      mediaCount: role === 'owner' ? 1 : 0,
      pendingCount: 1,
    });
    const pending = sampleMedia({ status: 'pending', isOwn: role === 'guest' });
    await showEvent(event, { ...(role === 'owner' && { user: host }), more: listing([pending]) });
    await expect.element(text('Pending Approval').first()).toBeVisible();
    await expect.element(text('1 photo')).toBeVisible();
    await expect.element(vote).toBeDisabled();
    await tab('Top Voted').click();
    await expect.element(text('No photos yet')).toBeVisible();
    await expect.element(page.getByText('No voted photos yet')).not.toBeInTheDocument();
  });

  it.each(['owner', 'participant'] as const)(
    'says that a linked highlight is gone also where there are none any more: %s',
    async (role) => {
      const { address } = await showEvent(sampleEvent({ role, mediaCount: 1, highlightCount: 0 }), {
        user: host,
        query: '?highlight=med_gone',
        more: {
          ...listing(sampleMediaList(1)),
          'GET /api/events/{eventId}/highlights': () => [],
          'GET /api/media/{mediaId}': () => new Refusal(404),
        },
      });
      await expectToast('Not Here', 'That photo is no longer here.');
      await expect.poll(address).not.toContain('highlight');
    },
  );

  it('offers no notifications if the browser has none', async () => {
    withoutProperty(window, 'PushManager');
    await showEvent(sampleEvent({ role: 'anonymous', mediaCount: 0 }));
    for (const name of ['Add Media', 'Download All'])
      await expect.element(page.getByRole('button', { name, exact: true })).toBeVisible();
    await expect.element(page.getByRole('button', { name: /Notifications/ })).not.toBeInTheDocument();
  });

  it('says that notifications are not supported without service workers', async () => {
    withoutProperty(Navigator.prototype, 'serviceWorker');
    beGuest();
    await showEvent(sampleEvent({ role: 'guest' }));
    await page.getByRole('button', { name: 'Enable Notifications' }).click();
    await expectToast('Not Supported', 'Push notifications are not supported in this browser.');
  });

  it('groups photos by capture day in the Timeline order, as they are read out', async () => {
    await page.viewport(390, 844);
    const taken = (day: string) => ({ capturedAt: `${day}T12:00:00.000Z`, capturedAtZone: 'local' }) as const;
    const days = [taken('2025-12-31'), taken('2026-06-20'), taken('2026-06-20'), {}, {}];
    await show(
      <CaptureDaysGrid
        label="Photos and videos"
        items={sampleMediaList(5).map((item, index) => ({ ...item, ...days[index] }))}
        renderTile={({ id }) => <p>{id}</p>}
        hasMore={false}
      />,
    );
    await expect.element(page.getByText('med_5')).toBeInTheDocument();
    const sections = [...document.querySelectorAll('main section')]
      .filter((section) => section.querySelector('[data-index]'))
      .map((section) => ({
        heading: section.querySelector('h2')?.textContent,
        top: section.querySelector('h2')?.getBoundingClientRect().top ?? 0,
        photos: section.querySelectorAll('li').length,
      }));
    const inVisualOrder = sections.toSorted((a, b) => a.top - b.top);
    expect(inVisualOrder.map(({ heading, photos }) => [heading, photos])).toEqual([
      ['December 31, 2025 | 1 photo', 1],
      ['June 20, 2026 | 2 photos', 2],
      ['Unknown Date | 2 photos', 2],
    ]);
    // The DOM order, which screen readers use, is the visual order.
    expect(sections).toEqual(inVisualOrder);
  });
});

it('an event that is loading says so, and then that it cannot be had', async () => {
  const held = Promise.withResolvers<typeof NO_NETWORK>();
  await showEvent(sampleEvent(), { more: { 'GET /api/events/{eventId}': () => held.promise } });
  await expect.element(page.getByText('Loading event')).toBeInTheDocument();
  held.resolve(NO_NETWORK);
  await expect.element(heading('Event Not Found')).toBeVisible();
  await expect.element(page.getByText('Loading event')).not.toBeInTheDocument();
});

describe('a vote', () => {
  it('says what failed, and that there was one already', async () => {
    beGuest();
    const answers: (typeof NO_NETWORK | Refusal)[] = [
      NO_NETWORK,
      new Refusal(400, { message: 'Not this photo.' }),
      new Refusal(409, { message: 'Already voted' }),
    ];
    await showEvent(sampleEvent({ role: 'guest' }), {
      more: {
        ...listing(sampleMediaList(1)),
        [CAST]: () => answers.shift() ?? new Refusal(500),
        'GET /api/media/{mediaId}/votes': () => ({ count: 1, hasVoted: true }),
        [WITHDRAW]: () => NO_NETWORK,
      },
    });
    await vote.click({ force: true });
    await expectToast('Vote Failed', 'Failed to vote');
    await vote.click({ force: true });
    await expectToast('Vote Failed', 'Not this photo.');
    await vote.click({ force: true });
    await expectToast('Already Voted', "You've already voted on this photo");
    await expect
      .element(page.getByRole('button', { name: 'Vote, 1 vote' }))
      .toHaveAttribute('aria-pressed', 'true');
    await vote.click({ force: true });
    await expectToast('Unvote Failed', 'Failed to remove your vote');
  });

  it('ranks its photo in Top Voted at once, even if that is opened before the answer, and moves none while they are on the screen', async () => {
    beGuest();
    const counts: Record<string, number> = {};
    const held = Promise.withResolvers<void>();
    const itemOf = (path: string) => path.split('/')[3] ?? '';
    const items = () =>
      sampleMediaList(3).map((item) => {
        const voteCount = counts[item.id] ?? 0;
        return { ...item, voteCount, hasVoted: voteCount > 0 };
      });
    await showEvent(sampleEvent({ role: 'guest' }), {
      more: {
        'GET /api/events/{eventId}/media': ({ query }) =>
          query['sortBy'] === 'votes' ? items().filter(({ voteCount }) => voteCount > 0) : items(),
        [CAST]: async ({ path }) => {
          await held.promise;
          counts[itemOf(path)] = 1;
          return { count: 1, hasVoted: true };
        },
        [WITHDRAW]: ({ path }) => {
          counts[itemOf(path)] = 0;
          return { count: 0, hasVoted: false };
        },
      },
    });
    const shown = () =>
      page
        .getByRole('link', { name: /^Photo \d$/ })
        .elements()
        .map((link) => new URL((link as HTMLAnchorElement).href).searchParams.get('media'));
    const states = () => vote.elements().map((heart) => heart.getAttribute('aria-label'));
    await vote.nth(1).click({ force: true });
    await expect.poll(states).toEqual(['Vote, 0 votes', 'Vote, 1 vote', 'Vote, 0 votes']);
    await tab('Top Voted').click();
    await expect.poll(shown).toEqual(['med_2']);
    expect(states()).toEqual(['Vote, 1 vote']);
    held.resolve();
    await expect.poll(() => counts).toEqual({ med_2: 1 });
    await tab('Recent').click();
    await expect.poll(shown).toHaveLength(3);
    await vote.first().click({ force: true });
    await expect.poll(() => counts).toEqual({ med_1: 1, med_2: 1 });
    await tab('Top Voted').click();
    await expect.poll(shown).toHaveLength(2);
    const ranked = shown();
    // By the second answer, what follows from the first one is drawn.
    for (const place of [0, 1]) {
      await vote.nth(place).click({ force: true });
      await expect.poll(() => counts[ranked[place] ?? '']).toBe(0);
    }
    // The page is drawn after the call has been made.
    await expect.poll(states).toEqual(['Vote, 0 votes', 'Vote, 0 votes']);
    expect(shown()).toEqual(ranked);
  });

  it('of somebody whom the host has removed meanwhile leads to the page that says so', async () => {
    beGuest();
    let isRemoved = false;
    const refused = new Refusal(403, { code: 'forbidden', message: "You don't have access to this event." });
    await showEvent(sampleEvent({ role: 'guest' }), {
      more: {
        'GET /api/events/{eventId}/media': () => (isRemoved ? refused : sampleMediaList(1)),
        [CAST]: () => {
          isRemoved = true;
          return refused;
        },
      },
    });
    await vote.click({ force: true });
    await expectToast('Vote Failed', refused.problem.message);
    await expect.element(heading('Access Denied')).toBeVisible();
  });

  it('has the list of events fetched again, once that is shown', async () => {
    const event = sampleEvent();
    const sent = fakeApi({
      'GET /api/auth/user': () => host,
      'GET /api/events': () => [event],
      'GET /api/events/{eventId}': () => event,
      ...listing(sampleMediaList(1)),
      [CAST]: () => ({ count: 1, hasVoted: true }),
    });
    const reads = () => sent.filter(({ name }) => name === 'GET /api/events').length;
    const { client, update } = await show(<Dashboard />, {
      at: `/event/${EVENT_ID}`,
      route: '/event/:eventId',
    });
    await expect.element(page.getByRole('link', { name: 'Summer party' })).toBeVisible();
    await update(<EventRoute />);
    await vote.click({ force: true });
    await expect
      .element(page.getByRole('button', { name: 'Vote, 1 vote' }))
      .toHaveAttribute('aria-pressed', 'true');
    expect(reads()).toBe(1);
    await update(<Dashboard />);
    await expect.poll(reads).toBe(2);
    await expect.poll(() => client.isFetching({ queryKey: queryKeys.session })).toBe(0);
    expect(reads()).toBe(2);
  });
});
