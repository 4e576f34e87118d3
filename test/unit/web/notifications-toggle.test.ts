import { describe, expect, it } from 'vitest';
import {
  createNotificationToggle,
  type NotificationTogglePorts,
} from '../../../web/src/features/notifications/notification-toggle.ts';
import { createFakes, refusal } from './notifications-fakes.ts';

const ada = { eventId: 'evt_1', person: 'user:ada', guest: {} };
const grace = { eventId: 'evt_1', person: 'guest:g', guest: { guestId: 'g', token: 't' } };
const never = () => new Promise<never>(() => {});
const broken = () => Promise.reject(new Error('broken'));
const settle = () => new Promise((resolve) => setImmediate(resolve));

function createToggle(change: Partial<NotificationTogglePorts> = {}) {
  const { world, ports } = createFakes();
  const toggle = createNotificationToggle({
    ...ports,
    isSupported: () => true,
    screenUser: () => undefined,
    permission: () => world.permission,
    askPermission: async () => world.permission,
    register: () => world.failures.register?.() ?? Promise.resolve(ports.push),
    timeout: never,
    ...change,
  });
  return { world, toggle };
}

/** The toast as `title: text`. */
const toastText = (result: { toast: { title: string; text?: string } } | undefined) =>
  result && [result.toast.title, result.toast.text].filter(Boolean).join(': ');

describe('asking for permission', () => {
  it('succeeds if it is granted', async () => {
    expect(await createToggle().toggle.requestPermission()).toBeUndefined();
  });

  it.each(['denied', 'default'] as const)('fails if the answer is %s', async (permission) => {
    const { toggle, world } = createToggle();
    world.permission = permission;
    expect(toastText(await toggle.requestPermission())).toBe(
      'Permission Denied: Please enable notifications in your browser settings.',
    );
  });

  it('fails if the browser has no push or refuses to ask', async () => {
    expect(toastText(await createToggle({ isSupported: () => false }).toggle.requestPermission())).toBe(
      'Not Supported: Push notifications are not supported in this browser.',
    );
    expect(toastText(await createToggle({ askPermission: broken }).toggle.requestPermission())).toContain(
      'Permission Denied',
    );
  });
});

type Ports = ReturnType<typeof createFakes>['ports'];

/** A toggle with permission whose first subscription times out at once. */
function impatientToggle(ports: Ports, subscribe: Ports['push']['subscribe']) {
  const timeouts = [never, broken];
  return createNotificationToggle({
    ...ports,
    screenUser: () => undefined,
    isSupported: () => true,
    permission: () => 'granted',
    askPermission: async () => 'granted',
    register: async () => ({ ...ports.push, subscribe }),
    timeout: () => (timeouts.shift() ?? never)(),
  });
}

describe('enabling', () => {
  it('subscribes, saves, and remembers the event', async () => {
    const { toggle, world } = createToggle();
    const result = await toggle.enable(grace);
    expect([result.isEnabled, result.isBad, toastText(result)]).toEqual([
      true,
      false,
      'Notifications Enabled',
    ]);
    expect([...world.saved]).toEqual(['evt_1 https://push/1']);
    expect(world.record).toEqual({
      endpoint: 'https://push/1',
      person: 'guest:g',
      guest: { guestId: 'g', token: 't' },
      eventIds: ['evt_1'],
    });
    expect([await toggle.isEnabled('evt_1'), await toggle.isEnabled('evt_2')]).toEqual([true, false]);
    world.permission = 'denied';
    expect(await toggle.isEnabled('evt_1')).toBe(false);
  });

  it('is of no account that somebody else has signed in with; what a guest enabled goes on under any', async () => {
    let screenUser = 'ada';
    const { toggle } = createToggle({ screenUser: () => screenUser });
    await toggle.enable(ada);
    expect(await toggle.isEnabled('evt_1')).toBe(true);
    screenUser = 'ben';
    expect(await toggle.isEnabled('evt_1')).toBe(false);
    await toggle.enable(grace);
    expect(await toggle.isEnabled('evt_1')).toBe(true);
  });

  it('a second event shares the subscription', async () => {
    const { toggle, world } = createToggle();
    await toggle.enable(ada);
    await toggle.enable({ ...ada, eventId: 'evt_2' });
    await toggle.enable(ada);
    expect([...world.saved]).toEqual(['evt_1 https://push/1', 'evt_2 https://push/1']);
    expect(world.record?.eventIds).toEqual(['evt_2', 'evt_1']);
  });

  it('subscribes again for all events if the server has a new key', async () => {
    const { toggle, world } = createToggle();
    await toggle.enable(ada);
    world.publicKey = `B${'B'.repeat(86)}`;
    await toggle.enable({ ...ada, eventId: 'evt_2' });
    expect([...world.saved]).toContain('evt_1 https://push/2');
    expect([...world.saved]).toContain('evt_2 https://push/2');
    expect(world.record).toMatchObject({ endpoint: 'https://push/2', eventIds: ['evt_1', 'evt_2'] });
  });

  it('first ends another person’s subscription in this browser', async () => {
    const { toggle, world } = createToggle();
    await toggle.enable(ada);
    await toggle.enable({ ...grace, eventId: 'evt_2' });
    expect([...world.saved]).toEqual(['evt_2 https://push/2']);
    expect(world.record).toMatchObject({ person: 'guest:g', eventIds: ['evt_2'] });
  });

  it.each([
    ['register', 'Error: Failed to register service worker.'],
    ['publicKey', 'Error: Failed to subscribe to notifications.'],
    ['subscribe', 'Error: Failed to subscribe to notifications.'],
  ] as const)('reports a failure of %s', async (step, text) => {
    const { toggle, world } = createToggle();
    world.failures[step] = broken;
    const result = await toggle.enable(ada);
    expect([result.isEnabled, toastText(result)]).toEqual([false, text]);
    expect([world.record, world.subscription, world.saved.size]).toEqual([undefined, undefined, 0]);
  });

  it('unsubscribes if saving failed', async () => {
    const { toggle, world } = createToggle();
    world.refusals.set('evt_1', refusal(500));
    const result = await toggle.enable(ada);
    expect([result.isEnabled, toastText(result)]).toEqual([false, 'Error: Failed to save subscription.']);
    expect([world.record, world.subscription]).toEqual([undefined, undefined]);
  });

  it('keeps the other events if saving another one failed', async () => {
    const { toggle, world } = createToggle();
    await toggle.enable(ada);
    world.refusals.set('evt_2', refusal(403));
    expect((await toggle.enable({ ...ada, eventId: 'evt_2' })).isEnabled).toBe(false);
    expect(world.subscription?.endpoint).toBe('https://push/1');
    expect([await toggle.isEnabled('evt_1'), await toggle.isEnabled('evt_2')]).toEqual([true, false]);
  });

  it('subscribes to nothing while the record cannot be read', async () => {
    const { toggle, world } = createToggle();
    world.failures.readRecord = broken;
    const result = await toggle.enable(ada);
    expect([result.isEnabled, toastText(result)]).toEqual([false, 'Error: Failed to save subscription.']);
    expect([world.record, world.subscription, world.saved.size]).toEqual([undefined, undefined, 0]);
  });

  it('keeps the other events if the record cannot be read again before saving', async () => {
    const { toggle, world } = createToggle();
    await toggle.enable(ada);
    const reads = [() => undefined, broken];
    world.failures.readRecord = () => reads.shift()?.();
    const result = await toggle.enable({ ...ada, eventId: 'evt_2' });
    expect([result.isEnabled, toastText(result)]).toEqual([false, 'Error: Failed to save subscription.']);
    expect([world.subscription?.endpoint, ...world.saved]).toEqual([
      'https://push/1',
      'evt_1 https://push/1',
    ]);
    expect([await toggle.isEnabled('evt_1'), await toggle.isEnabled('evt_2')]).toEqual([true, false]);
  });

  it('times out if the service worker never starts', async () => {
    const { toggle } = createToggle({ timeout: broken, register: never });
    expect(toastText(await toggle.enable(ada))).toBe('Error: Failed to register service worker.');
  });

  it('times out if the push service does not respond, and undoes a late subscription', async () => {
    const response = Promise.withResolvers<void>();
    const { world, ports } = createFakes();
    const subscribe: typeof ports.push.subscribe = async (options) => {
      await response.promise;
      return ports.push.subscribe(options);
    };
    const toggle = impatientToggle(ports, subscribe);
    expect(toastText(await toggle.enable(ada))).toBe('Error: Failed to subscribe to notifications.');
    response.resolve();
    await settle();
    expect([world.subscription, world.record, world.saved.size]).toEqual([undefined, undefined, 0]);
  });

  it('again while the first attempt hangs is not undone by that', async () => {
    const responses = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const [first, second] = responses.map(({ resolve }) => resolve);
    const { world, ports } = createFakes();
    const subscribe: typeof ports.push.subscribe = async (options) => {
      await responses.shift()?.promise;
      return world.subscription ?? ports.push.subscribe(options);
    };
    const toggle = impatientToggle(ports, subscribe);
    await toggle.enable(ada);
    const secondAttempt = toggle.enable(ada);
    await settle();
    first?.();
    second?.();
    expect((await secondAttempt).isEnabled).toBe(true);
    await settle();
    expect([world.subscription?.endpoint, world.saved.size]).toEqual(['https://push/1', 1]);
  });
});

describe('disabling', () => {
  it('unsubscribes on the server and in the browser, for all events', async () => {
    const { toggle, world } = createToggle();
    await toggle.enable(ada);
    await toggle.enable({ ...ada, eventId: 'evt_2' });
    const result = await toggle.disable();
    expect([result.isEnabled, result.isBad, toastText(result)]).toEqual([
      false,
      false,
      'Notifications Disabled',
    ]);
    expect([world.record, world.subscription, world.saved.size]).toEqual([undefined, undefined, 0]);
  });

  it('changes nothing if the server was not reached', async () => {
    const { toggle, world } = createToggle();
    await toggle.enable(ada);
    world.failures.unsubscribeCall = broken;
    const result = await toggle.disable();
    expect([result.isEnabled, toastText(result)]).toEqual([true, 'Error: Failed to disable notifications.']);
    expect(await toggle.isEnabled('evt_1')).toBe(true);
    expect(world.subscription).toBeDefined();
  });

  it('succeeds once the server has unsubscribed, even if the browser fails', async () => {
    const { toggle, world } = createToggle();
    await toggle.enable(ada);
    world.failures.unsubscribe = broken;
    expect(toastText(await toggle.disable())).toBe('Notifications Disabled');
    expect([world.record, world.saved.size]).toEqual([undefined, 0]);
  });
});
