import { describe, expect, it, vi } from 'vitest';
import { syncSubscription, type Subscriber } from '../../../web/src/lib/notifications/sync-subscription.ts';
import {
  endSubscription,
  renewSubscription,
  subscribeWithKey,
} from '../../../web/src/lib/notifications/push-subscription.ts';
import { subscriptionCalls } from '../../../web/src/lib/notifications/subscription-calls.ts';
import { createFakes, refusal } from './notifications-fakes.ts';

type CurrentPerson = { guest?: Subscriber; signedIn?: () => Promise<Subscriber> };

/** A browser that is subscribed to two events for a person; `open` opens a page as somebody. */
async function subscribed(person: string, guest = {}) {
  const { world, ports } = createFakes();
  const { endpoint } = await subscribeWithKey(ports.push, world.publicKey);
  world.record = { endpoint, person, guest, eventIds: ['evt_1', 'evt_2'] };
  world.saved.add(`evt_1 ${endpoint}`).add(`evt_2 ${endpoint}`);
  const open = ({ guest: current, signedIn = async () => undefined }: CurrentPerson) =>
    syncSubscription({ ...ports, guest: () => current, signedIn });
  return { world, ports, open };
}

const nothing = [undefined, undefined, 0];
const remainingState = ({ world }: Awaited<ReturnType<typeof subscribed>>) => [
  world.record,
  world.subscription,
  world.saved.size,
];

describe('when a page is opened, notifications', () => {
  it('of the current guest or user continue', async () => {
    const guest = await subscribed('guest:g', { guestId: 'g', token: 't' });
    await guest.open({ guest: 'guest:g' });
    expect(guest.world.record?.eventIds).toEqual(['evt_1', 'evt_2']);
    const user = await subscribed('user:u');
    await user.open({ guest: 'guest:g', signedIn: async () => 'user:u' });
    expect(user.world.saved.size).toBe(2);
  });

  it('of a person who is signed out, deleted or somebody else end', async () => {
    for (const [person, current] of [
      ['user:u', {}],
      ['user:u', { guest: 'guest:g' }],
      ['user:u', { signedIn: async () => 'user:other' }],
      ['guest:g', {}],
      ['guest:g', { guest: 'guest:other' }],
    ] as const) {
      const browser = await subscribed(person);
      await browser.open(current);
      expect(remainingState(browser)).toEqual(nothing);
    }
  });

  it('continue if the session lookup fails', async () => {
    const browser = await subscribed('user:u');
    await expect(browser.open({ signedIn: () => Promise.reject(new TypeError('offline')) })).rejects.toThrow(
      'offline',
    );
    expect(browser.world.saved.size).toBe(2);
  });

  it('of a claimed guest continue for the user', async () => {
    const browser = await subscribed('guest:g', { guestId: 'g', token: 't' });
    await browser.open({ signedIn: async () => 'user:u' });
    expect(browser.world.record).toMatchObject({ person: 'user:u', guest: {}, eventIds: ['evt_1', 'evt_2'] });
  });

  it('end on the server if the browser is no longer subscribed', async () => {
    const browser = await subscribed('guest:g', { guestId: 'g', token: 't' });
    browser.world.subscription = undefined;
    await browser.open({ guest: 'guest:g' });
    expect(remainingState(browser)).toEqual(nothing);
  });
});

describe('a changed subscription', () => {
  it('is saved as its person, whoever is signed in by then', async () => {
    const { world, ports } = await subscribed('user:u');
    world.publicKey = `B${'C'.repeat(86)}`;
    await renewSubscription(ports);
    expect(world.savers).toEqual(['user:u', 'user:u']);
    const fetch = vi.fn<(path: string, init: RequestInit) => Promise<Response>>(
      async () => new Response(null, { status: 204 }),
    );
    vi.stubGlobal('fetch', fetch);
    const subscription = { endpoint: 'https://push/1', keys: { p256dh: 'p', auth: 'a' } };
    await subscriptionCalls.save({ eventId: 'evt_1', guest: {}, person: 'user:u', subscription });
    vi.unstubAllGlobals();
    const sent = fetch.mock.calls[0]?.[1];
    expect(sent?.headers).toMatchObject({ 'x-gatherlens-user': 'u' });
    expect(sent?.body).toBe(JSON.stringify({ eventId: 'evt_1', subscription }));
  });

  it('is saved for all its events except deleted ones', async () => {
    const { world, ports } = await subscribed('user:u');
    world.publicKey = `B${'C'.repeat(86)}`;
    world.refusals.set('evt_2', refusal(404));
    await renewSubscription(ports);
    expect([...world.saved]).toEqual(['evt_1 https://push/2']);
    expect(world.record).toMatchObject({ endpoint: 'https://push/2', eventIds: ['evt_1'] });
  });

  it('is retried if the server failed, and ends if no event is left', async () => {
    const { world, ports } = await subscribed('user:u');
    world.publicKey = `B${'C'.repeat(86)}`;
    world.refusals.set('evt_1', refusal(503));
    await expect(renewSubscription(ports)).rejects.toThrow('503');
    expect(world.record?.endpoint).toBe('https://push/1');
    world.refusals.set('evt_1', refusal(401)).set('evt_2', refusal(401));
    await renewSubscription(ports);
    expect([world.record, world.subscription]).toEqual([undefined, undefined]);
  });
});

it('ending unsubscribes the browser even without a network', async () => {
  const { world, ports } = await subscribed('user:u');
  world.failures.unsubscribeCall = () => Promise.reject(new TypeError('offline'));
  await endSubscription(ports);
  expect([world.record, world.subscription]).toEqual([undefined, undefined]);
});
