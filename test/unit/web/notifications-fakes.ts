import { CallError } from '../../../web/src/lib/call.ts';
import type { SubscriptionCalls } from '../../../web/src/lib/notifications/subscription-calls.ts';
import type { SubscriptionRecord } from '../../../web/src/lib/notifications/subscription-record.ts';
import type { BrowserSubscription } from '../../../web/src/lib/notifications/push-subscription.ts';

export const PUBLIC_KEY = `B${'A'.repeat(86)}`;
export const refusal = (status: number) => new CallError({ status, statusText: '', text: '' });

/** Fakes of a browser, its push service and our server's push calls. */
export function createFakes() {
  let endpointCount = 0;
  const world = {
    publicKey: PUBLIC_KEY,
    permission: 'granted' as NotificationPermission,
    record: undefined as SubscriptionRecord | undefined,
    subscription: undefined as BrowserSubscription | undefined,
    /** Subscriptions on the server: `<event id> <endpoint>`. */
    saved: new Set<string>(),
    /** Whom each save was made for. */
    savers: [] as string[],
    /** Errors that saving fails with, by event id. */
    refusals: new Map<string, Error>(),
    /** Replaces steps of the browser or the server by failing ones. */
    failures: {} as {
      register?: () => Promise<never>;
      subscribe?: () => Promise<never>;
      publicKey?: () => Promise<never>;
      unsubscribe?: () => Promise<never>;
      unsubscribeCall?: () => Promise<never>;
      readRecord?: () => Promise<never> | undefined;
    },
    async subscribe(key: Uint8Array<ArrayBuffer>): Promise<BrowserSubscription> {
      const endpoint = `https://push/${(endpointCount += 1)}`;
      world.subscription = {
        endpoint,
        options: { applicationServerKey: key.buffer },
        toJSON: () => ({ keys: { p256dh: 'p', auth: 'a' } }),
        unsubscribe: async () => {
          if (world.failures.unsubscribe) return world.failures.unsubscribe();
          if (world.subscription?.endpoint === endpoint) world.subscription = undefined;
          return true;
        },
      };
      return world.subscription;
    },
  };
  const ports = {
    push: {
      getSubscription: async () => world.subscription ?? null,
      subscribe: ({ applicationServerKey }: { applicationServerKey: Uint8Array<ArrayBuffer> }) =>
        world.failures.subscribe?.() ?? world.subscribe(applicationServerKey),
    },
    calls: {
      publicKey: async () => world.failures.publicKey?.() ?? world.publicKey,
      save: async ({ eventId, person, subscription }: Parameters<SubscriptionCalls['save']>[0]) => {
        world.savers.push(person);
        const error = world.refusals.get(eventId);
        if (error) throw error;
        world.saved.add(`${eventId} ${subscription.endpoint}`);
      },
      unsubscribe: async (endpoint: string) => {
        await world.failures.unsubscribeCall?.();
        for (const key of world.saved) if (key.endsWith(` ${endpoint}`)) world.saved.delete(key);
      },
    },
    records: {
      read: async () => world.failures.readRecord?.() ?? world.record,
      write: async (record: SubscriptionRecord | undefined) => void (world.record = record),
    },
  };
  return { world, ports };
}
