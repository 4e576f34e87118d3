import { toasts, type ToastText } from '../../../../shared/messages.ts';
import {
  type PushManagerPort,
  type BrowserSubscription,
  endSubscription,
  subscriptionKeys,
  type SubscriptionPorts,
  resaveSubscription,
  subscribeWithKey,
} from '../../lib/notifications/push-subscription.ts';
import type { SubscriptionRecord } from '../../lib/notifications/subscription-record.ts';

export type NotificationTogglePorts = Omit<SubscriptionPorts, 'push'> & {
  readonly isSupported: () => boolean;
  /** Whom the screen is for: a user's id, `none`, or undefined while nobody knows. */
  readonly screenUser: () => string | undefined;
  readonly permission: () => NotificationPermission;
  readonly askPermission: () => Promise<NotificationPermission>;
  /** Registers the service worker and waits until it is active. */
  readonly register: () => Promise<PushManagerPort>;
  /** Rejects after the timeout. Browsers that cannot reach their push service may never settle. */
  readonly timeout: () => Promise<never>;
};

/** The outcome of a press, with the toast to show. */
export type ToggleResult = {
  readonly isEnabled: boolean;
  readonly isBad: boolean;
  readonly toast: ToastText;
};

/** Who subscribes to which event. */
export type Subscriber = Pick<SubscriptionRecord, 'person' | 'guest'> & { readonly eventId: string };

/** Turns an event's notifications on and off in this browser. */
export function createNotificationToggle(ports: NotificationTogglePorts) {
  let attempts = 0;
  return {
    /** Whether this browser gets the event's notifications, for whom its screen is. */
    async isEnabled(eventId: string): Promise<boolean> {
      if (!ports.isSupported() || ports.permission() !== 'granted') return false;
      const record = await ports.records.read().catch(() => undefined);
      if (!record || isAnothers(record.person, ports.screenUser())) return false;
      return record.eventIds.includes(eventId);
    },

    /**
     * Asks for permission.
     * @param pendingAnswer the answer, if the prompt is already open
     * @returns the failure to show, or undefined if permission is granted
     */
    async requestPermission(
      pendingAnswer?: Promise<NotificationPermission>,
    ): Promise<ToggleResult | undefined> {
      if (!ports.isSupported()) return failed(toasts.pushNotSupported);
      const permission = await (pendingAnswer ?? ports.askPermission()).catch(() => 'denied');
      return permission === 'granted' ? undefined : failed(toasts.pushPermissionDenied);
    },

    /** Subscribes this browser to the event's notifications. */
    enable(subscriber: Subscriber): Promise<ToggleResult> {
      const attempt = (attempts += 1);
      return subscribe(ports, subscriber, () => attempt === attempts);
    },

    /** Unsubscribes this browser from all events and deletes its subscription on the server. */
    async disable(): Promise<ToggleResult> {
      try {
        await unsubscribeFromAll(ports);
        return succeeded(false, toasts.notificationsDisabled);
      } catch {
        return failed(toasts.pushDisableFailed, true);
      }
    },
  };
}

/** Whether notifications are a user's who is not signed in. A guest's go on under the account that has claimed the guest. */
const isAnothers = (person: string, screenUser: string | undefined): boolean =>
  screenUser !== undefined && person.startsWith('user:') && person !== `user:${screenUser}`;

/** Subscribes this browser to an event. @param isLatest whether nobody has pressed the button again since */
async function subscribe(
  ports: NotificationTogglePorts,
  subscriber: Subscriber,
  isLatest: () => boolean,
): Promise<ToggleResult> {
  const { calls, records } = ports;
  let push: PushManagerPort;
  try {
    push = await withTimeout(ports, ports.register());
  } catch {
    return failed(toasts.serviceWorkerFailed);
  }
  let record: SubscriptionRecord | undefined;
  try {
    record = await records.read();
  } catch {
    // It may be another person's, or have other events.
    return failed(toasts.pushSaveFailed);
  }
  if (record && record.person !== subscriber.person) await endSubscription({ push, calls, records });
  const subscribing = calls.publicKey().then((key) => subscribeWithKey(push, key));
  let subscription: BrowserSubscription;
  try {
    subscription = await withTimeout(ports, subscribing);
  } catch {
    // One that succeeds after the timeout must not stay, because the button says that it failed.
    subscribing.then((late) => (isLatest() ? late.unsubscribe() : undefined)).catch(() => {});
    return failed(toasts.pushSubscribeFailed);
  }
  const isSaved = await saveSubscription(ports, subscriber, subscription);
  return isSaved ? succeeded(true, toasts.notificationsEnabled) : failed(toasts.pushSaveFailed);
}

/** Saves a subscription for an event, and a new one for the browser's other events, too. @returns whether that succeeded */
async function saveSubscription(
  ports: NotificationTogglePorts,
  subscriber: Subscriber,
  subscription: BrowserSubscription,
): Promise<boolean> {
  const { calls, records } = ports;
  const { eventId, person, guest } = subscriber;
  // Until the record tells, other events may use it.
  let isSameEndpoint = true;
  try {
    const existing = await records.read();
    isSameEndpoint = existing?.endpoint === subscription.endpoint;
    const otherEventIds = existing?.eventIds.filter((id) => id !== eventId) ?? [];
    await withTimeout(
      ports,
      calls.save({ eventId, guest, person, subscription: subscriptionKeys(subscription) }),
    );
    const eventIds = isSameEndpoint
      ? otherEventIds
      : await withTimeout(
          ports,
          resaveSubscription(calls, { eventIds: otherEventIds, guest, person, subscription }),
        );
    await records.write({
      endpoint: subscription.endpoint,
      person,
      guest,
      eventIds: [...eventIds, eventId],
    });
    return true;
  } catch {
    // Keep a subscription that other events use. Otherwise neither the browser nor the server has this one.
    if (!isSameEndpoint) await subscription.unsubscribe().catch(() => false);
    return false;
  }
}

/** Ends the browser's subscription, first on the server. @throws unless only the browser's own step fails */
async function unsubscribeFromAll(ports: NotificationTogglePorts): Promise<void> {
  const { calls, records } = ports;
  const push = await withTimeout(ports, ports.register());
  const record = await records.read();
  const subscription = await push.getSubscription();
  const endpoint = subscription?.endpoint ?? record?.endpoint;
  if (endpoint !== undefined) await withTimeout(ports, calls.unsubscribe(endpoint));
  await records.write(undefined);
  // The server has stopped sending, so a failure in the browser does not matter.
  await withTimeout(ports, Promise.resolve(subscription?.unsubscribe())).catch(() => false);
}

const withTimeout = <T>({ timeout }: NotificationTogglePorts, promise: Promise<T>): Promise<T> =>
  Promise.race([promise, timeout()]);

const succeeded = (isEnabled: boolean, toast: ToastText): ToggleResult => ({
  isEnabled,
  isBad: false,
  toast,
});
const failed = (toast: ToastText, isEnabled = false): ToggleResult => ({ isEnabled, isBad: true, toast });
