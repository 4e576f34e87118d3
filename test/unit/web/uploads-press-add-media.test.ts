import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { pressAddMedia } from '../../../web/src/features/uploads/press-add-media.ts';
import { toastStore } from '../../../web/src/ui/toast-store.ts';

// Redirects to payment and to sign-in leave time to read why.

const assign = vi.fn<(path: string) => void>();
const navigate = vi.fn<(path: string) => void>();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', { hidden: false });
  vi.stubGlobal('location', { assign, origin: 'https://gatherlens.example' });
  toastStore.open('shell');
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

/** Presses Add Media. @returns what ends the page */
async function press(eligibility: Parameters<typeof pressAddMedia>[0]): Promise<AbortController> {
  const page = new AbortController();
  const nothing = vi.fn<() => void>();
  const client = new QueryClient();
  const input = { eventId: 'evt_1', client, open: nothing, setJoining: nothing, navigate };
  await pressAddMedia(eligibility, { ...input, signal: page.signal });
  return page;
}

const unpaid = {
  status: 'needs-payment',
  message: 'Pay first.',
  checkoutUrl: '/event/evt_1/checkout',
} as const;

it('leads to the checkout after 1.5 s', async () => {
  await press(unpaid);
  expect(toastStore.toastAt('shell')).toMatchObject({ title: 'Payment Required', text: 'Pay first.' });
  vi.advanceTimersByTime(1499);
  expect(navigate).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(navigate).toHaveBeenCalledExactlyOnceWith('/event/evt_1/checkout');
});

it.each([
  ['whoever is signed out of a private event', { status: 'needs-auth', message: 'Sign in.' }],
  ['a user whose session has ended', { status: 'needs-join', message: 'Join.' }],
] as const)('leads %s to sign-in after 1.5 s, and back to the event', async (_who, eligibility) => {
  vi.stubGlobal('fetch', async () => new Response('{}', { status: 401 }));
  await press(eligibility);
  expect(toastStore.toastAt('shell')).toMatchObject({ title: 'Authentication Required' });
  vi.advanceTimersByTime(1499);
  expect(assign).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(assign).toHaveBeenCalledExactlyOnceWith('/api/login?returnTo=%2Fevent%2Fevt_1');
});

it('leads nobody away who has left the page meanwhile', async () => {
  (await press(unpaid)).abort();
  vi.advanceTimersByTime(10_000);
  expect(navigate).not.toHaveBeenCalled();
});
