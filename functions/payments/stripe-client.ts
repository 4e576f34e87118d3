import { Stripe } from 'stripe';
import { setting } from '../aws/settings.ts';
import { getSecret } from '../aws/secrets.ts';
import { LONG_CALL_SECONDS } from '../manifest/call-row.ts';

const TEST_KEY = /^sk_test_/;

/** A request may be retried twice, and still leaves the waiting call time for its own work. */
const RETRIES = 2;
const OWN_WORK_MS = 5000;
const TIMEOUT_MS = (LONG_CALL_SECONDS * 1000 - OWN_WORK_MS) / (RETRIES + 1);

let made: { key: string; stripe: Stripe } | undefined;

/**
 * Stripe's client with the stage's key; a rotated key makes a new one.
 * @throws Error where another server than Stripe's is named and the key is a live one
 */
export async function stripeClient(): Promise<Stripe> {
  const key = (await getSecret('stripe-secret-key')).trim();
  if (made?.key !== key) made = { key, stripe: makeClient(key, setting('STRIPE_API_URL')) };
  return made.stripe;
}

/** @param apiUrl another server than Stripe's own; for test keys only */
export function makeClient(key: string, apiUrl: string | undefined): Stripe {
  const common = { telemetry: false, timeout: TIMEOUT_MS, maxNetworkRetries: RETRIES };
  if (apiUrl === undefined) return new Stripe(key, common);
  if (!TEST_KEY.test(key)) {
    throw new Error('STRIPE_API_URL is for test keys: with a live key, payments go to Stripe alone.');
  }
  const { hostname, port, protocol } = new URL(apiUrl);
  const isPlain = protocol === 'http:';
  return new Stripe(key, {
    ...common,
    host: hostname,
    port: port || (isPlain ? '80' : '443'),
    protocol: isPlain ? 'http' : 'https',
  });
}
