import type { PersonKey } from '../domain/caller.ts';

/** One browser that wants one event's news. */
export type Subscription = {
  readonly eventId: string;
  /** SHA-256 of the endpoint, in hex. */
  readonly endpointHash: string;
  readonly person: PersonKey;
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
  readonly createdAt: string;
};
