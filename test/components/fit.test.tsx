import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { writeGuest } from '../../web/src/lib/guest-credentials.ts';
import { toastStore } from '../../web/src/ui/toast-store.ts';
import { expectRoom, type Room } from './expect-room.ts';
import { Refusal } from './fake-api.ts';
import { sampleEvent, sampleMediaList, sampleNumbers, samplePerson } from './sample-views.ts';
import { EVENT_PATH, NARROW, photo, showSite } from './show-site.tsx';

// States of pages in a very narrow window that then becomes a very wide one: no horizontal overflow. Every page as a whole
// is in test/e2e/all-screens.test.ts, more dialogs in dialogs-by-keyboard.test.tsx, and files in guest-uploads.test.tsx.

/** Words that do not fit a narrow window in one line. */
const LONG = {
  name: 'Donaudampfschifffahrtsgesellschaft',
  date: '2026-06-30',
  description: 'https://example.com/a-very-long-address-that-nobody-broke-into-lines',
};

afterEach(() => {
  vi.restoreAllMocks();
  toastStore.dismiss();
  writeGuest(null);
});
afterAll(() => page.viewport(1280, 800));

const press = (name: string | RegExp) => page.getByRole('button', { name }).first().click();

/** Narrow windows have the button in the menu. */
async function pressInMenu(name: string): Promise<void> {
  await press('Open menu');
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name }).click();
}

async function createEvent(): Promise<void> {
  await page.getByLabelText('Event Name').fill('Rindfleischetikettierungsüberwachung');
  await userEvent.keyboard('{Enter}');
}

async function openPhoto(): Promise<void> {
  await expect.element(photo(1)).toBeVisible();
  // By keyboard, because another element covers its middle.
  photo(1).element().focus();
  await userEvent.keyboard('{Enter}');
}

type State = Omit<Parameters<typeof showSite>[0], 'at'> & {
  at?: string;
  steps?: () => Promise<void>;
} & Room;

const states: Readonly<Record<string, State>> = {
  'the way to join an event': {
    as: 'visitor',
    at: '/',
    answers: { 'GET /api/events/public': () => [sampleEvent({ ...LONG, mediaCount: 1 })] },
    steps: () => press('Join Event'),
    see: 'Public events',
  },
  'a host’s account': {
    as: 'host',
    at: '/',
    answers: { 'GET /api/events': () => [sampleEvent(LONG)] },
    steps: () => pressInMenu('Olive'),
    see: 'Delete Account',
  },
  'a created event': {
    as: 'host',
    at: '/create',
    answers: {
      'POST /api/events': ({ body }) => sampleEvent({ ...LONG, name: (body as { name: string }).name }),
    },
    steps: createEvent,
    see: 'Event Created Successfully',
  },
  'an empty gallery': { as: 'visitor', event: { ...LONG, mediaCount: 0 }, see: 'No photos yet' },
  'a private event': { as: 'visitor', event: new Refusal(401), see: 'Private Event' },
  'a gallery that waits for its host': {
    as: 'host',
    event: { ...LONG, moderationEnabled: true, mediaCount: 0, pendingCount: 1 },
    media: () => sampleMediaList(1, { status: 'pending' }),
    see: 'Moderate Content (1)',
  },
  'a photo of its own': {
    as: 'host',
    event: LONG,
    media: () => sampleMediaList(3),
    steps: openPhoto,
    see: '1 of 3',
    isNewToAxe: true,
  },
  'a paid event': {
    as: 'visitor',
    event: { ...LONG, isPaid: true, price: '12.50', hasPaid: false },
    answers: { 'GET /api/events/{eventId}/media': () => new Refusal(402) },
    see: 'Pay $12.50 to Access',
  },
  'a checkout of no event': {
    as: 'guest',
    at: `${EVENT_PATH}/checkout`,
    event: new Refusal(404),
    see: 'Event Not Found',
  },
  'a timeline without photos': {
    as: 'visitor',
    at: `${EVENT_PATH}/timeline`,
    event: { ...LONG, mediaCount: 0 },
    see: 'No Timeline Content',
  },
  'nothing to moderate': {
    as: 'host',
    at: `${EVENT_PATH}/moderate`,
    event: LONG,
    see: 'All Caught Up!',
  },
  'a person to remove': {
    as: 'host',
    at: `${EVENT_PATH}/people`,
    event: LONG,
    answers: { 'GET /api/events/{eventId}/people': () => [samplePerson()] },
    steps: () => press(/^Remove Grace/),
    see: 'Remove Person',
  },
  'an event in numbers': {
    as: 'host',
    at: `${EVENT_PATH}/numbers`,
    event: LONG,
    answers: {
      'GET /api/events/{eventId}/numbers': () =>
        sampleNumbers({
          senders: [{ id: 'gst_1', kind: 'guest', name: LONG.name.repeat(2), itemCount: 12_345 }],
          downloads: {
            all: { people: 12_345, full: 12_345, chat: 12_345 },
            single: { times: 1_234_567, people: 12_345 },
          },
        }),
    },
    see: 'A picture of it',
  },
  'a link for a co-host': {
    as: 'host',
    at: `${EVENT_PATH}/people`,
    event: LONG,
    answers: {
      'GET /api/events/{eventId}/people': () => [samplePerson()],
      'POST /api/events/{eventId}/co-host-links': () => ({
        code: 'c'.repeat(43),
        expiresAt: '2026-07-07T18:00:00.000Z',
      }),
    },
    steps: async () => {
      await press('Invite a Co-host');
      await press('Create Link');
    },
    see: /^Good until/,
  },
  'an event to hand over': {
    as: 'host',
    at: `${EVENT_PATH}/people`,
    event: LONG,
    answers: {
      'GET /api/events/{eventId}/people': () => [
        samplePerson({ kind: 'user', standing: 'co-host', email: 'grace@example.com' }),
      ],
    },
    steps: () => press('Hand Over Event'),
    see: 'Type it to confirm.',
  },
  'an invitation to be a co-host': {
    as: 'visitor',
    at: `${EVENT_PATH}/co-host?code=none`,
    event: LONG,
    see: /Sign in first\.$/,
  },
  'a paused gallery': {
    as: 'visitor',
    event: { ...LONG, isPaused: true, hasPlace: false },
    media: () => sampleMediaList(3),
    see: /^The host has paused new uploads\./,
  },
  'a paused gallery of its own': {
    as: 'host',
    event: { ...LONG, isPaused: true },
    media: () => sampleMediaList(3),
    see: /^Paused: new people/,
  },
  'people to remove at once': {
    as: 'host',
    at: `${EVENT_PATH}/people`,
    event: LONG,
    answers: {
      'GET /api/events/{eventId}/people': () => [samplePerson()],
      'POST /api/events/{eventId}/people/remove-idle': () => ({ people: 4999, cursor: null }),
    },
    steps: () => press('Remove everybody without uploads'),
    see: 'Remove 4,999 people',
  },
  'guests of the last minutes to remove at once': {
    as: 'host',
    at: `${EVENT_PATH}/people`,
    event: LONG,
    answers: {
      'GET /api/events/{eventId}/people': () => [samplePerson()],
      'POST /api/events/{eventId}/people/block-recent': () => ({
        people: 4999,
        since: '2026-06-30T18:00:00.000Z',
        cursor: null,
      }),
    },
    steps: () => press('Remove recent guests'),
    see: 'Remove 4,999 people',
  },
  'a guest’s data': { as: 'guest', at: '/privacy', steps: () => press(/^Your Data/), see: 'You are a guest' },
};

it.each(Object.entries(states))(
  'a very narrow and a very wide window have room for %s',
  async (_name, { see, steps, at = EVENT_PATH, isNewToAxe, ...site }) => {
    await page.viewport(...NARROW);
    await showSite({ at, ...site });
    await steps?.();
    await expectRoom({ see, isNewToAxe });
  },
);
