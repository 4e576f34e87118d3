import type { PersonKey } from '../domain/caller.ts';

/** One browser's subscription to one event. */
export type Subscription = {
  readonly eventId: string;
  /** SHA-256 of the endpoint, in hex. */
  readonly endpointHash: string;
  readonly person: PersonKey;
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
  readonly createdAt: string;
  /** The shard of the event's room that counts it; absent if its person had a place. */
  readonly countedIn?: number | undefined;
};
