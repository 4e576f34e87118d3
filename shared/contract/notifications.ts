import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { eventId, optionalGuestCredentials } from './ids.ts';
import { word } from './text.ts';

/** The longest address that is kept; those of today's services have less than 600 characters. */
const MAX_ENDPOINT_LENGTH = 1000;

const endpoint = word(MAX_ENDPOINT_LENGTH).check(z.minLength(1));

// RFC 8291: an uncompressed point of P-256 is 65 bytes, the authentication secret 16; both in base64url.
const p256dh = z.string().check(z.regex(/^B[A-Za-z0-9_-]{86}=?$/));
const auth = z.string().check(z.regex(/^[A-Za-z0-9_-]{22}(?:==)?$/));

/** What a browser's `PushSubscription.toJSON()` gives. */
export const pushSubscription = z.object({ endpoint, keys: z.object({ p256dh, auth }) });
export type PushSubscriptionKeys = z.output<typeof pushSubscription>;

/**
 * What arrives at the service worker, as JSON: `event.data.json()`. It shows `body` under `title`; a message with the
 * `tag` of one that is still shown takes its place; a click opens `url`, a path of the site that it is registered on.
 */
export const pushMessage = z.object({
  /** The event's name. */
  title: z.string(),
  /** One short line of plain text. */
  body: z.string(),
  /** `/event/{id}`, or a page of it */
  url: z.string(),
  tag: z.string(),
});
export type PushMessage = z.output<typeof pushMessage>;

export const getVapidKey = defineEndpoint({
  id: 'get-vapid-key',
  method: 'GET',
  path: '/api/push/vapid-public-key',
  summary: 'The key that a browser subscribes with.',
  audience: 'none',
  replies: { 200: z.object({ publicKey: z.string() }) },
});

export const subscribePush = defineEndpoint({
  id: 'subscribe-push',
  method: 'POST',
  path: '/api/push/subscribe',
  summary:
    "Sends an event's notifications to a browser. Kept once for each browser and event, for a person's newest ten.",
  audience: 'person',
  body: z.object({
    eventId,
    subscription: pushSubscription,
    ...optionalGuestCredentials.shape,
  }),
  replies: { 201: z.object({ subscribed: z.boolean() }) },
});

export const unsubscribePush = defineEndpoint({
  id: 'unsubscribe-push',
  method: 'POST',
  path: '/api/push/unsubscribe',
  summary: 'Ends all notifications to a browser. Who knows its address at the push service may do this.',
  audience: 'none',
  body: z.object({ endpoint }),
  replies: { 200: z.object({ unsubscribed: z.boolean() }) },
});
