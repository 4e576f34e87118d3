import { createHash } from 'node:crypto';
import webPush from 'web-push';
import type { PushMessage } from '../../shared/contract/notifications.ts';
import { isPushEndpoint } from '../../shared/values/push-hosts.ts';
import type { Subscription } from './subscription.ts';
import { isPublicKey } from './subscription-keys.ts';
import type { VapidDetails } from './vapid.ts';

/** A service that does not answer must not keep the others waiting. */
const TIMEOUT_MS = 10_000;

/** What a push service made of a message. */
export type Outcome =
  | { readonly kind: 'sent' }
  /** There is no such subscription any more: it is to be deleted. */
  | { readonly kind: 'gone' }
  /** Later it may work; after how long, where the service said so. */
  | { readonly kind: 'later'; readonly retryAfterSeconds: number | undefined }
  /** It will not work by itself; 0 for what is no answer at all. */
  | { readonly kind: 'refused'; readonly status: number };

export type Sending = {
  readonly message: PushMessage;
  /** How long the service keeps it for a phone that is off. */
  readonly ttlSeconds: number;
  readonly vapid: VapidDetails;
  /** The push service of this machine, where there is one. */
  readonly testOrigin: string | undefined;
  readonly now: Date;
};

/**
 * Encrypts a message for one browser and hands it to the browser's push service.
 * Sources: RFC 8030 (the request), 8291 (encryption), 8292 (who we are).
 */
export async function sendWebPush(
  { endpoint, keys }: Pick<Subscription, 'endpoint' | 'keys'>,
  sending: Sending,
): Promise<Outcome> {
  if (!isPushEndpoint(endpoint, sending.testOrigin) || !isPublicKey(keys.p256dh)) return { kind: 'gone' };
  const { headers, body } = webPush.generateRequestDetails(
    { endpoint, keys },
    JSON.stringify(sending.message),
    {
      vapidDetails: sending.vapid,
      TTL: sending.ttlSeconds,
      topic: topicOf(sending.message.tag),
      urgency: 'normal',
    },
  );
  // fetch counts the body itself and refuses to be told.
  delete headers['Content-Length'];
  try {
    const response = await fetch(endpoint, {
      method: 'POST',
      headers,
      body: new Uint8Array(body),
      // An answer must not send us to an address that nobody has checked.
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    return outcomeOf(response, sending.now);
  } catch {
    return { kind: 'later', retryAfterSeconds: undefined };
  }
}

function outcomeOf({ status, ok, headers }: Response, now: Date): Outcome {
  if (ok) return { kind: 'sent' };
  if (status === 404 || status === 410) return { kind: 'gone' };
  if (status === 429 || status >= 500) {
    return { kind: 'later', retryAfterSeconds: secondsOf(headers.get('retry-after'), now) };
  }
  return { kind: 'refused', status };
}

/** Seconds or a date, as RFC 9110 (10.2.3) has it. */
function secondsOf(retryAfter: string | null, now: Date): number | undefined {
  if (retryAfter === null) return undefined;
  const seconds = /^\d+$/.test(retryAfter)
    ? Number(retryAfter)
    : Math.ceil((Date.parse(retryAfter) - now.getTime()) / 1000);
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}

/** RFC 8030 allows 32 characters; of one topic the service keeps only the latest message. */
function topicOf(tag: string): string {
  return createHash('sha256').update(tag).digest('base64url').slice(0, 32);
}
