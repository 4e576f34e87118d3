import { createHash } from 'node:crypto';
import type { StripeDatabase } from './stripe-database.ts';
import { idempotencyKeyInUse, idempotencyKeyReused } from './stripe-error.ts';

const KEPT_MS = 24 * 3_600_000;

export type KeyedRequest = { readonly key: string; readonly path: string; readonly body: string };
export type KeyedAnswer = { readonly status: number; readonly body: string; readonly isRepeated: boolean };

export type Idempotency = (
  request: KeyedRequest,
  work: () => Promise<{ status: number; body: string }>,
) => Promise<KeyedAnswer>;

/**
 * Answers a repeated key with the first answer for a day, even if that was an error of the work itself.
 * Source:
 * https://docs.stripe.com/api/idempotent_requests.
 * @throws StripeApiError 409 while the first request is under way, 400 for the same key with other content
 */
export function createIdempotency(database: StripeDatabase, now: () => Date): Idempotency {
  const underway = new Set<string>();
  return async ({ key, path, body }, work) => {
    const fingerprint = createHash('sha256').update(`${path}\n${body}`).digest('hex');
    const kept = database.findResponse(key, now().getTime() - KEPT_MS);
    if (kept && kept.fingerprint !== fingerprint) throw idempotencyKeyReused(key);
    if (kept) return { status: kept.status, body: kept.body, isRepeated: true };
    if (underway.has(key)) throw idempotencyKeyInUse(key);
    underway.add(key);
    try {
      const answer = await work();
      database.saveResponse(key, { fingerprint, ...answer }, now().getTime());
      return { ...answer, isRepeated: false };
    } finally {
      underway.delete(key);
    }
  };
}
