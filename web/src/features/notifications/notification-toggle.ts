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
  readonly permission: () => NotificationPermission;
  readonly askPermission: () => Promise<NotificationPermission>;
  /** Registers the worker. @returns once it is at work */
  readonly register: () => Promise<PushManagerPort>;
  /** Rejects once nobody should wait any longer. Browsers that reach no push service may never answer at all. */
  readonly timeout: () => Promise<never>;
};

/** What became of a press, as it is said. */
export type ToggleResult = {
  readonly isEnabled: boolean;
  readonly isBad: boolean;
  readonly toast: ToastText;
};

/** For which event, and for whom. */
export type Subscriber = Pick<SubscriptionRecord, 'person' | 'guest'> & { readonly eventId: string };

/** Turns an event's notifications on and off in this browser. */
export function createNotificationToggle(ports: NotificationTogglePorts) {
  const { calls, records } = ports;
  const withTimeout = <T>(work: Promise<T>): Promise<T> => Promise.race([work, ports.timeout()]);
  let attempts = 0;

  /** An answer that comes after all must not leave the browser subscribed where it says that it is not. */
  const unsubscribeLate = (subscribing: Promise<BrowserSubscription>, attempt: number) => {
    subscribing.then((late) => (attempt === attempts ? late.unsubscribe() : undefined)).catch(() => {});
  };

  async function save(subscriber: Subscriber, subscription: BrowserSubscription): Promise<boolean> {
    const existing = await records.read();
    const isSameEndpoint = existing?.endpoint === subscription.endpoint;
    const { eventId, person, guest } = subscriber;
    const otherEventIds = existing?.eventIds.filter((id) => id !== eventId) ?? [];
    try {
      await withTimeout(calls.save({ eventId, guest, subscription: subscriptionKeys(subscription) }));
      const eventIds = isSameEndpoint
        ? otherEventIds
        : await withTimeout(resaveSubscription(calls, { eventIds: otherEventIds, guest, subscription }));
      await records.write({
        endpoint: subscription.endpoint,
        person,
        guest,
        eventIds: [...eventIds, eventId],
      });
      return true;
    } catch {
      // What other events are told by stays; of this one neither side knows anything.
      if (!isSameEndpoint) await subscription.unsubscribe().catch(() => false);
      return false;
    }
  }

  return {
    /** Whether this browser is told of an event's notifications. */
    async isEnabled(eventId: string): Promise<boolean> {
      if (!ports.isSupported() || ports.permission() !== 'granted') return false;
      const record = await records.read().catch(() => undefined);
      return record?.eventIds.includes(eventId) ?? false;
    },

    /**
     * Asks for what the person has to allow.
     * @param pendingAnswer the answer, where they were asked already
     * @returns what is said where they do not allow it
     */
    async ask(pendingAnswer?: Promise<NotificationPermission>): Promise<ToggleResult | undefined> {
      if (!ports.isSupported()) return failed(toasts.pushNotSupported);
      const permission = await (pendingAnswer ?? ports.askPermission()).catch(() => 'denied');
      return permission === 'granted' ? undefined : failed(toasts.pushPermissionDenied);
    },

    /** Tells this browser of an event's notifications from now on. */
    async enable(subscriber: Subscriber): Promise<ToggleResult> {
      const attempt = (attempts += 1);
      let push: PushManagerPort;
      try {
        push = await withTimeout(ports.register());
      } catch {
        return failed(toasts.serviceWorkerFailed);
      }
      const record = await records.read().catch(() => undefined);
      if (record && record.person !== subscriber.person) await endSubscription({ push, calls, records });
      const subscribing = calls.publicKey().then((key) => subscribeWithKey(push, key));
      let subscription: BrowserSubscription;
      try {
        subscription = await withTimeout(subscribing);
      } catch {
        unsubscribeLate(subscribing, attempt);
        return failed(toasts.pushSubscribeFailed);
      }
      const isSaved = await save(subscriber, subscription);
      return isSaved ? succeeded(true, toasts.notificationsEnabled) : failed(toasts.pushSaveFailed);
    },

    /** Ends all notifications to this browser: the server keeps nothing of it. */
    async disable(): Promise<ToggleResult> {
      try {
        const push = await withTimeout(ports.register());
        const record = await records.read();
        const subscription = await push.getSubscription();
        const endpoint = subscription?.endpoint ?? record?.endpoint;
        if (endpoint !== undefined) await withTimeout(calls.forget(endpoint));
        await records.write(undefined);
        // Nobody sends there any more, whatever the browser makes of it.
        await withTimeout(Promise.resolve(subscription?.unsubscribe())).catch(() => false);
        return succeeded(false, toasts.notificationsDisabled);
      } catch {
        return failed(toasts.pushDisableFailed, true);
      }
    },
  };
}

const succeeded = (isEnabled: boolean, toast: ToastText): ToggleResult => ({
  isEnabled,
  isBad: false,
  toast,
});
const failed = (toast: ToastText, isEnabled = false): ToggleResult => ({ isEnabled, isBad: true, toast });
