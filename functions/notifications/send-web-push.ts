import { createHash } from 'node:crypto';
import webPush from 'web-push';
import type { PushMessage } from '../../shared/contract/notifications.ts';
import { untilDeadline } from '../aws/deadline.ts';
import { isPushEndpoint } from './push-endpoint.ts';
import type { Subscription } from './subscription.ts';
import { isPublicKey } from './subscription-keys.ts';
import type { VapidDetails } from './vapid.ts';

/** A push service that does not answer must not delay the others. */
const TIMEOUT_MS = 10_000;

/** A push service's answer to a message. */
export type Outcome =
  | { readonly kind: 'sent' }
  /** The subscription no longer exists and must be deleted. */
  | { readonly kind: 'gone' }
  /** A later try may work; with the delay if the service gave one. */
  | { readonly kind: 'later'; readonly retryAfterSeconds: number | undefined }
  /** Retrying will not help. */
  | { readonly kind: 'refused'; readonly status: number };

export type Sending = {
  readonly message: PushMessage;
  /** How long the push service keeps it for a phone that is off. */
  readonly ttlSeconds: number;
  readonly vapid: VapidDetails;
  /** The origins of push services: nothing is sent to any other. */
  readonly pushOrigins: readonly string[];
  readonly now: Date;
};

/**
 * Encrypts a message for one browser and hands it to the browser's push service.
 * Sources: RFC 8030 (the request), 8291 (encryption), 8292 (sender's identity).
 */
export async function sendWebPush(
  { endpoint, keys }: Pick<Subscription, 'endpoint' | 'keys'>,
  sending: Sending,
): Promise<Outcome> {
  if (!isPushEndpoint(endpoint, sending.pushOrigins) || !isPublicKey(keys.p256dh)) return { kind: 'gone' };
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
  // fetch sets Content-Length itself and refuses to be given one.
  delete headers['Content-Length'];
  try {
    const response = await fetch(endpoint, {
      method: 'POST',
      headers,
      body: new Uint8Array(body),
      // A redirect must not lead to an unchecked address.
      redirect: 'manual',
      signal: untilDeadline(AbortSignal.timeout(TIMEOUT_MS)),
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

/** Retry-After in seconds or as a date (RFC 9110, 10.2.3). */
function secondsOf(retryAfter: string | null, now: Date): number | undefined {
  if (retryAfter === null) return undefined;
  const seconds = /^\d+$/.test(retryAfter)
    ? Number(retryAfter)
    : Math.ceil((Date.parse(retryAfter) - now.getTime()) / 1000);
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}

/** At most 32 characters (RFC 8030); of one topic the service keeps only the latest message. */
function topicOf(tag: string): string {
  return createHash('sha256').update(tag).digest('base64url').slice(0, 32);
}
