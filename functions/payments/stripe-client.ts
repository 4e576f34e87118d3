import { Stripe } from 'stripe';
import { stripeApiUrl } from '../aws/addresses.ts';
import { waitingTimeMs } from '../aws/deadline.ts';
import { getSecret } from '../aws/secrets.ts';
import { LONG_CALL_SECONDS } from '../manifest/call-row.ts';

const TEST_KEY = /^sk_test_/;
const STRIPE_ORIGIN = 'https://api.stripe.com';

/**
 * Stripe's library repeats a request by itself, with one idempotency key. It may do so twice, and still leaves
 * the waiting call time for its own work.
 */
const RETRIES = 2;
/** At most so long are its pauses before two retries. */
const PAUSES_MS = 1500;
const OWN_WORK_MS = 5000;
const TIMEOUT_MS = (LONG_CALL_SECONDS * 1000 - OWN_WORK_MS) / (RETRIES + 1);

let made: { key: string; stripe: Stripe } | undefined;

/**
 * Stripe's client with the stage's key; a rotated key makes a new one.
 * @throws Error if the key is a live one and the address is not Stripe's own
 */
export async function stripeClient(): Promise<Stripe> {
  const key = (await getSecret('stripe-secret-key')).trim();
  if (made?.key !== key) made = { key, stripe: makeClient(key, stripeApiUrl()) };
  return made.stripe;
}

/** @throws Error if the key is a live one and the address is not Stripe's own */
export function makeClient(key: string, apiUrl: string): Stripe {
  const { origin, hostname, port, protocol } = new URL(apiUrl);
  if (origin !== STRIPE_ORIGIN && !TEST_KEY.test(key)) {
    throw new Error('STRIPE_API_URL is not Stripe: with a live key, payments go to Stripe alone.');
  }
  const isPlain = protocol === 'http:';
  return new Stripe(key, {
    host: hostname,
    port: port || (isPlain ? '80' : '443'),
    protocol: isPlain ? 'http' : 'https',
    telemetry: false,
    httpClient: clientWithinRuns(),
    timeout: TIMEOUT_MS,
    maxNetworkRetries: RETRIES,
  });
}

/** Stripe's own HTTP client, of which no request lasts until the run that waits for it is killed. */
function clientWithinRuns(): ReturnType<typeof Stripe.createNodeHttpClient> {
  const client = Stripe.createNodeHttpClient();
  const makeRequest = client.makeRequest.bind(client);
  client.makeRequest = (...[host, port, path, method, headers, body, protocol, timeoutMs]) => {
    const leftMs = Math.max(1, Math.min(timeoutMs, waitingTimeMs() - PAUSES_MS));
    return makeRequest(host, port, path, method, headers, body, protocol, leftMs);
  };
  return client;
}
