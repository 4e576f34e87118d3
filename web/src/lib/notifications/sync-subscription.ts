import { endSubscription, type SubscriptionPorts, renewSubscription } from './push-subscription.ts';

/** Who uses this browser: `user:{id}` or `guest:{id}`, or nobody. */
export type Subscriber = string | undefined;

export type SyncPorts = SubscriptionPorts & {
  /** @throws if the lookup fails; then nothing is changed */
  readonly signedIn: () => Promise<Subscriber>;
  readonly guest: () => Subscriber;
};

/**
 * Runs when a page is opened. Ends notifications that belong to somebody else or to nobody, so that a shared phone does
 * not show one person's to another. A guest's continue under the account that claimed the guest. Renews a subscription
 * whose keys have changed.
 */
export async function syncSubscription(ports: SyncPorts): Promise<void> {
  const { push, records, guest } = ports;
  const record = await records.read();
  if (!record) return;
  // The user has revoked the permission or cleared the browser's data.
  if (!(await push.getSubscription())) return endSubscription(ports);
  if (record.person !== guest()) {
    const user = await ports.signedIn();
    const isClaimed = record.guest.guestId !== undefined && guest() === undefined && user !== undefined;
    if (isClaimed) await records.write({ ...record, person: user, guest: {} });
    else if (record.person !== user) return endSubscription(ports);
  }
  await renewSubscription(ports);
}
