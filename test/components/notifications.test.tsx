import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Viewer } from '../../web/src/features/events/use-viewer.ts';
import type { Gallery } from '../../web/src/features/gallery/use-gallery-media.ts';
import { writeGuest } from '../../web/src/lib/guest-credentials.ts';
import { subscriptionRecords } from '../../web/src/lib/notifications/subscription-record.ts';
import { sessionWatch } from '../../web/src/lib/session-watch.ts';
import { EventNotifications } from '../../web/src/routes/event/notifications.tsx';
import { toastStore } from '../../web/src/ui/toast-store.ts';
import { expectNoViolations } from './axe.ts';
import { type Answers, fakeApi } from './fake-api.ts';
import { EVENT_ID, sampleEvent, sampleUser } from './sample-views.ts';
import { show } from './show.tsx';

const button = (name: string) => page.getByRole('button', { name });
const bell = button('Enable Notifications');
const refresh = vi.fn<Gallery['refresh']>(async () => {});

const anonymous: Viewer = {
  user: null,
  isReady: true,
  guest: {},
  isOwner: false,
  isHost: false,
  mayVote: false,
  isKeptOut: false,
  uploader: undefined,
  downloadHref: () => '',
};
const ada: Viewer = { ...anonymous, user: sampleUser(), uploader: 'user:usr_maria' };
const notifications = (viewer: Viewer) => (
  <EventNotifications event={sampleEvent()} viewer={viewer} gallery={{ refresh } as unknown as Gallery} />
);

const subscription = {
  endpoint: 'https://push/1',
  options: { applicationServerKey: new Uint8Array([4, 4, 4]).buffer },
  toJSON: () => ({ keys: { p256dh: 'p', auth: 'a' } }),
  unsubscribe: async () => true,
};
const saved = { endpoint: subscription.endpoint, person: 'user:usr_maria', guest: {}, eventIds: [EVENT_ID] };

/** A browser with a push service, whose prompt is answered as the test says. */
function fakeBrowser(permission: NotificationPermission, answer: Promise<NotificationPermission>) {
  const browser = {
    permission,
    requestPermission: vi.fn<() => Promise<NotificationPermission>>(),
  };
  browser.requestPermission.mockImplementation(async () => {
    browser.permission = await answer;
    return browser.permission;
  });
  vi.stubGlobal('Notification', browser);
  const pushManager = { getSubscription: async () => subscription, subscribe: async () => subscription };
  const registration = { pushManager } as unknown as ServiceWorkerRegistration;
  vi.spyOn(navigator.serviceWorker, 'register').mockResolvedValue(registration);
  vi.spyOn(navigator.serviceWorker, 'ready', 'get').mockResolvedValue(registration);
  return browser;
}

const pushCalls: Answers = {
  'GET /api/push/vapid-public-key': () => ({ publicKey: 'BAQE' }),
  'POST /api/push/subscribe': () => ({ subscribed: true }),
  'POST /api/push/unsubscribe': () => ({ unsubscribed: true }),
};

beforeEach(() => subscriptionRecords.write(undefined));
afterEach(() => {
  vi.restoreAllMocks();
  writeGuest(null);
  toastStore.dismiss();
});

it('asks for the permission, then for a name, and turns on and off', async () => {
  const answer = Promise.withResolvers<NotificationPermission>();
  const browser = fakeBrowser('default', answer.promise);
  const guest = { id: 'gst_1', name: 'Grace', email: null, token: 'secret' };
  const subscribed = Promise.withResolvers<{ subscribed: boolean }>();
  const sent = fakeApi({
    ...pushCalls,
    'POST /api/guests': () => guest,
    'POST /api/push/subscribe': () => subscribed.promise,
  });
  await show(notifications(anonymous));
  await expectNoViolations();
  await bell.click();
  expect(browser.requestPermission).toHaveBeenCalledOnce();
  await expect.element(bell).toHaveAttribute('aria-busy', 'true');
  answer.resolve('granted');
  const dialog = page.getByRole('dialog', { name: 'Notifications for Guests' });
  await expect.element(dialog).toBeVisible();
  await dialog.getByLabelText('Name').fill('Grace');
  await button('Continue as Guest').click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(bell).toHaveAttribute('aria-busy', 'true');
  subscribed.resolve({ subscribed: true });
  await expect.element(button('Disable Notifications')).toBeVisible();
  await expect.element(page.getByText('Notifications Enabled')).toBeVisible();
  expect(sent.at(-1)?.body).toMatchObject({ eventId: EVENT_ID, guestId: 'gst_1', token: 'secret' });
  await button('Disable Notifications').click();
  await expect.element(bell).toBeVisible();
  await expect.element(page.getByText('Notifications Disabled')).toBeVisible();
  expect(await subscriptionRecords.read()).toBeUndefined();
});

it('can be pressed again after the name was not given', async () => {
  const browser = fakeBrowser('granted', Promise.resolve('granted'));
  await show(notifications(anonymous));
  for (const times of [1, 2]) {
    await bell.click();
    await button('Cancel').click();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    expect(browser.requestPermission).toHaveBeenCalledTimes(times);
  }
});

it('asks nobody for a name who has signed in meanwhile, in another tab, nor whoever is there after them', async () => {
  fakeBrowser('granted', Promise.resolve('granted'));
  sessionWatch.learn(null);
  await show(notifications(anonymous));
  await bell.click();
  await expect.element(page.getByRole('dialog', { name: 'Notifications for Guests' })).toBeVisible();
  sessionWatch.learn(sampleUser());
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  sessionWatch.learn(null);
  await expect.element(bell).toBeVisible();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

it('shows another person who has signed in that they have none', async () => {
  fakeBrowser('granted', Promise.resolve('granted'));
  await subscriptionRecords.write(saved);
  sessionWatch.learn(sampleUser());
  const { update } = await show(notifications(ada));
  await expect.element(button('Disable Notifications')).toBeVisible();
  const bea = sampleUser({ id: 'usr_bea' });
  sessionWatch.learn(bea);
  await update(notifications({ ...anonymous, user: bea, uploader: 'user:usr_bea' }));
  await expect.element(bell).toBeVisible();
  sessionWatch.learn(sampleUser());
  await update(notifications(ada));
  await expect.element(button('Disable Notifications')).toBeVisible();
});

it('shows another person who signs in while it is drawn that they have none', async () => {
  fakeBrowser('granted', Promise.resolve('granted'));
  await subscriptionRecords.write(saved);
  sessionWatch.learn(sampleUser());
  const bea = sampleUser({ id: 'usr_bea' });
  const watched = new MutationObserver(() => {
    if (document.body.textContent?.includes('Disable Notifications')) sessionWatch.learn(bea);
  });
  watched.observe(document.body, { childList: true, subtree: true, characterData: true });
  onTestFinished(() => {
    watched.disconnect();
    sessionWatch.learn(sampleUser());
  });
  const { update } = await show(notifications(ada));
  await vi.waitFor(() => expect(sessionWatch.expectedUser()).toBe('usr_bea'));
  await update(notifications({ ...anonymous, user: bea, uploader: 'user:usr_bea' }));
  await expect.element(bell).toBeVisible();
});

it('says nothing of what this browser has before it is known who is signed in', async () => {
  fakeBrowser('granted', Promise.resolve('granted'));
  await subscriptionRecords.write(saved);
  const read = vi.spyOn(subscriptionRecords, 'read');
  const { update } = await show(notifications({ ...anonymous, isReady: false }));
  await import('../../web/src/routes/event/notification-toggle.tsx');
  await expect.element(bell).toBeVisible();
  expect(read).not.toHaveBeenCalled();
  const bea = sampleUser({ id: 'usr_bea' });
  sessionWatch.learn(bea);
  await update(notifications({ ...anonymous, user: bea, uploader: 'user:usr_bea' }));
  await vi.waitFor(() => expect(read).toHaveBeenCalled());
  await expect.element(bell).toBeVisible();
  // As it was for the tests that follow.
  sessionWatch.learn(sampleUser());
});

it('knows what this browser has, and hears of opened notifications', async () => {
  fakeBrowser('granted', Promise.resolve('granted'));
  await subscriptionRecords.write(saved);
  const { unmount } = await show(notifications(ada));
  await expect.element(button('Disable Notifications')).toBeVisible();
  const tell = () =>
    navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data: 'news opened' }));
  // What hears of it is loaded after the button.
  await vi.waitFor(() => {
    tell();
    expect(refresh).toHaveBeenCalledExactlyOnceWith(true);
  });
  await unmount();
  tell();
  expect(refresh).toHaveBeenCalledOnce();
});

it('a press before that is known disables nothing', async () => {
  const browser = fakeBrowser('granted', Promise.resolve('granted'));
  await subscriptionRecords.write(saved);
  const { promise, resolve } = Promise.withResolvers<void>();
  const { read } = subscriptionRecords;
  vi.spyOn(subscriptionRecords, 'read').mockImplementation(() => promise.then(read));
  fakeApi({});
  await show(notifications(ada));
  await bell.click();
  expect(browser.requestPermission).toHaveBeenCalledOnce();
  resolve();
  await expect.element(button('Disable Notifications')).toBeVisible();
  await expect.element(button('Disable Notifications')).not.toHaveAttribute('aria-busy');
});

it('a press before it is known who is signed in waits for that', async () => {
  fakeBrowser('granted', Promise.resolve('granted'));
  writeGuest({ id: 'gst_1', name: 'Grace', email: null, token: 'secret' });
  const session = Promise.withResolvers<ReturnType<typeof sampleUser>>();
  const sent = fakeApi({ ...pushCalls, 'GET /api/auth/user': () => session.promise });
  await show(notifications({ ...anonymous, isReady: false, guest: { guestId: 'gst_1', token: 'secret' } }));
  await bell.click();
  await expect.element(bell).toHaveAttribute('aria-busy', 'true');
  session.resolve(sampleUser());
  await expect.element(button('Disable Notifications')).toBeVisible();
  expect(await subscriptionRecords.read()).toMatchObject({ person: 'user:usr_maria', guest: {} });
  expect(sent.at(-1)?.body).not.toHaveProperty('guestId');
});

it('says that the permission was denied, and asks again at the next press', async () => {
  const browser = fakeBrowser('default', Promise.resolve('denied'));
  await show(notifications(ada));
  for (const times of [1, 2]) {
    await bell.click();
    await expect.element(page.getByText('Permission Denied')).toBeVisible();
    await expect.element(bell).not.toHaveAttribute('aria-busy');
    expect(browser.requestPermission).toHaveBeenCalledTimes(times);
    toastStore.dismiss();
  }
});
