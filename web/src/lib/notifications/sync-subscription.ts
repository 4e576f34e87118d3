import { endSubscription, type SubscriptionPorts, renewSubscription } from './push-subscription.ts';

/** Who uses this browser: `user:{id}`, `guest:{id}` or nobody. */
export type Subscriber = string | undefined;

export type SyncPorts = SubscriptionPorts & {
  /** @throws where the server gave no answer: then nobody knows, and nothing is done */
  readonly signedIn: () => Promise<Subscriber>;
  readonly guest: () => Subscriber;
};

/**
 * When a page is opened: notifications that are another's, or nobody's any more, end here, so that a shared phone tells
 * nobody of what is not theirs. What a guest was told of goes on under the account that claimed the guest. Keys that
 * were changed are renewed.
 */
export async function syncSubscription(ports: SyncPorts): Promise<void> {
  const { push, records, guest } = ports;
  const record = await records.read();
  if (!record) return;
  // The person has taken the permission back, or emptied the browser's data.
  if (!(await push.getSubscription())) return endSubscription(ports);
  if (record.person !== guest()) {
    const user = await ports.signedIn();
    const isClaimed = record.guest.guestId !== undefined && guest() === undefined && user !== undefined;
    if (isClaimed) await records.write({ ...record, person: user, guest: {} });
    else if (record.person !== user) return endSubscription(ports);
  }
  await renewSubscription(ports);
}
