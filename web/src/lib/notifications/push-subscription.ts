import type { PushSubscriptionKeys } from '../../../../shared/contract/notifications.ts';
import { statusOf } from '../call.ts';
import type { SubscriptionCalls } from './subscription-calls.ts';
import type { SubscriptionRecord, SubscriptionRecords } from './subscription-record.ts';

/** The part of `PushSubscription` that we use. */
export type BrowserSubscription = {
  readonly endpoint: string;
  readonly options: { readonly applicationServerKey: ArrayBuffer | null };
  toJSON(): { keys?: Record<string, string> };
  unsubscribe(): Promise<boolean>;
};

/** The part of `PushManager` that we use. */
export type PushManagerPort = {
  getSubscription(): Promise<BrowserSubscription | null>;
  subscribe(options: {
    userVisibleOnly: boolean;
    applicationServerKey: Uint8Array<ArrayBuffer>;
  }): Promise<BrowserSubscription>;
};

export type SubscriptionPorts = {
  readonly push: PushManagerPort;
  readonly calls: SubscriptionCalls;
  readonly records: SubscriptionRecords;
};

/** Subscribes the browser with this key. A browser has only one subscription, so one with another key is replaced. */
export async function subscribeWithKey(
  push: PushManagerPort,
  publicKey: string,
): Promise<BrowserSubscription> {
  const applicationServerKey = bytesOf(publicKey);
  const existing = await push.getSubscription();
  const existingKey = existing?.options.applicationServerKey;
  if (existing && existingKey && isEqual(new Uint8Array(existingKey), applicationServerKey)) return existing;
  await existing?.unsubscribe();
  return push.subscribe({ userVisibleOnly: true, applicationServerKey });
}

/** The part of a subscription that the server needs. */
export function subscriptionKeys(subscription: BrowserSubscription): PushSubscriptionKeys {
  const { p256dh = '', auth = '' } = subscription.toJSON().keys ?? {};
  return { endpoint: subscription.endpoint, keys: { p256dh, auth } };
}

/**
 * Saves a new subscription for the events of an earlier one.
 * @returns the events that the person still has access to
 * @throws if any save failed for another reason
 */
export async function resaveSubscription(
  calls: SubscriptionCalls,
  {
    eventIds,
    guest,
    person,
    subscription,
  }: Pick<SubscriptionRecord, 'eventIds' | 'guest' | 'person'> & {
    subscription: BrowserSubscription;
  },
): Promise<string[]> {
  const accessibleIds: string[] = [];
  for (const eventId of eventIds) {
    try {
      await calls.save({ eventId, guest, person, subscription: subscriptionKeys(subscription) });
      accessibleIds.push(eventId);
    } catch (error) {
      // The event is deleted or no longer accessible, so it sends no notifications anyway. Other failures may be temporary.
      if (![401, 403, 404].includes(statusOf(error) ?? 0)) throw error;
    }
  }
  return accessibleIds;
}

/** Saves the browser's subscription again after the browser or the server has changed its keys. */
export async function renewSubscription({ push, calls, records }: SubscriptionPorts): Promise<void> {
  const record = await records.read();
  if (!record) return;
  const subscription = await subscribeWithKey(push, await calls.publicKey());
  if (subscription.endpoint === record.endpoint) return;
  const eventIds = await resaveSubscription(calls, { ...record, subscription });
  await calls.unsubscribe(record.endpoint).catch(() => undefined);
  if (eventIds.length > 0) {
    await records.write({ ...record, endpoint: subscription.endpoint, eventIds });
  } else {
    await endSubscription({ push, calls, records });
  }
}

/** Ends all notifications to this browser. Failing steps do not stop the others. */
export async function endSubscription({ push, calls, records }: SubscriptionPorts): Promise<void> {
  const record = await records.read().catch(() => undefined);
  const subscription = await push.getSubscription().catch(() => null);
  const endpoints = new Set([record?.endpoint, subscription?.endpoint]);
  await Promise.allSettled([
    // If the server is not reached: it also deletes an endpoint once the push service reports it gone.
    subscription?.unsubscribe(),
    records.write(undefined),
    ...[...endpoints]
      .filter((endpoint) => endpoint !== undefined)
      .map((endpoint) => calls.unsubscribe(endpoint)),
  ]);
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const binary = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}
