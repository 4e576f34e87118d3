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
  const inTime = <T>(work: Promise<T>): Promise<T> => Promise.race([work, ports.timeout()]);
  let attempts = 0;

  /** An answer that comes after all must not leave the browser subscribed where it says that it is not. */
  const undoLate = (subscribing: Promise<BrowserSubscription>, attempt: number) => {
    subscribing.then((late) => (attempt === attempts ? late.unsubscribe() : undefined)).catch(() => {});
  };

  async function save(wish: Subscriber, subscription: BrowserSubscription): Promise<boolean> {
    const earlier = await records.read();
    const isShared = earlier?.endpoint === subscription.endpoint;
    const { eventId, person, guest } = wish;
    const others = earlier?.eventIds.filter((id) => id !== eventId) ?? [];
    try {
      await inTime(calls.save({ eventId, guest, subscription: subscriptionKeys(subscription) }));
      const eventIds = isShared
        ? others
        : await inTime(resaveSubscription(calls, { eventIds: others, guest, subscription }));
      await records.write({
        endpoint: subscription.endpoint,
        person,
        guest,
        eventIds: [...eventIds, eventId],
      });
      return true;
    } catch {
      // What other events are told by stays; of this one neither side knows anything.
      if (!isShared) await subscription.unsubscribe().catch(() => false);
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
     * @param asked the answer, where they were asked already
     * @returns what is said where they do not allow it
     */
    async ask(asked?: Promise<NotificationPermission>): Promise<ToggleResult | undefined> {
      if (!ports.isSupported()) return failed(toasts.pushNotSupported);
      const permission = await (asked ?? ports.askPermission()).catch(() => 'denied');
      return permission === 'granted' ? undefined : failed(toasts.pushPermissionDenied);
    },

    /** Tells this browser of an event's notifications from now on. */
    async enable(wish: Subscriber): Promise<ToggleResult> {
      const attempt = (attempts += 1);
      let push: PushManagerPort;
      try {
        push = await inTime(ports.register());
      } catch {
        return failed(toasts.serviceWorkerFailed);
      }
      const record = await records.read().catch(() => undefined);
      if (record && record.person !== wish.person) await endSubscription({ push, calls, records });
      const subscribing = calls.publicKey().then((key) => subscribeWithKey(push, key));
      let subscription: BrowserSubscription;
      try {
        subscription = await inTime(subscribing);
      } catch {
        undoLate(subscribing, attempt);
        return failed(toasts.pushSubscribeFailed);
      }
      const isSaved = await save(wish, subscription);
      return isSaved ? done(true, toasts.notificationsEnabled) : failed(toasts.pushSaveFailed);
    },

    /** Ends all notifications to this browser: the server keeps nothing of it. */
    async disable(): Promise<ToggleResult> {
      try {
        const push = await inTime(ports.register());
        const record = await records.read();
        const subscription = await push.getSubscription();
        const endpoint = subscription?.endpoint ?? record?.endpoint;
        if (endpoint !== undefined) await inTime(calls.forget(endpoint));
        await records.write(undefined);
        // Nobody sends there any more, whatever the browser makes of it.
        await inTime(Promise.resolve(subscription?.unsubscribe())).catch(() => false);
        return done(false, toasts.notificationsDisabled);
      } catch {
        return failed(toasts.pushDisableFailed, true);
      }
    },
  };
}

const done = (isEnabled: boolean, toast: ToastText): ToggleResult => ({ isEnabled, isBad: false, toast });
const failed = (toast: ToastText, isEnabled = false): ToggleResult => ({ isEnabled, isBad: true, toast });
