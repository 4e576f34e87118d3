import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import path from 'node:path';
import { dropAndClose, listenLocally } from '../http/local-server.ts';
import { BANK_DEBIT_MS } from './bank-debit.ts';
import { createStripeContext } from './stripe-context.ts';
import { processDueSessions } from './due-sessions.ts';
import { startDeliveries } from './webhook-deliveries.ts';
import { createIdempotency } from './idempotency.ts';
import { openStripeDatabase } from './stripe-database.ts';
import { assertKey, type ApiContext, serveApi } from './serve-api.ts';
import { serveCheckout, type CheckoutContext } from './serve-checkout.ts';
import { serveTestApi, type TestApiContext } from './serve-test-api.ts';
import { StripeApiError } from './stripe-error.ts';
import { createThinking } from './thinking.ts';

const LONGEST_BODY_BYTES = 256 * 1024;
const TICK_MS = 1000;
const THINK_MS = 10;

export type StripeInput = {
  /** Everything is kept in `stripe/` under it. */
  dataDir: string;
  /** The only key that is accepted, `sk_test_…`. */
  secretKey: string;
  /** Where events are sent, and what signs them; several secrets while one is rotated. */
  webhookUrl: string;
  webhookSecrets: readonly string[];
  now: () => Date;
  log: (line: string) => void;
};

export type LocalStripe = {
  /** For STRIPE_API_URL. No trailing slash. */
  url: string;
  /** Processes due sessions and sends due events. Runs by itself every second. */
  tick: () => Promise<void>;
  close: () => Promise<void>;
};

/**
 * Starts the double of Stripe: the part of its API that paying by checkout needs, the checkout page, and
 * signed webhooks that are retried until they are accepted.
 * @throws Error if the key is not a test key
 */
export async function startStripe(input: StripeInput): Promise<LocalStripe> {
  if (!input.secretKey.startsWith('sk_test_')) throw new Error('Only a key for tests is taken here.');
  const database = openStripeDatabase(path.join(input.dataDir, 'stripe'));
  const deliveries = startDeliveries({ ...input, database, secrets: input.webhookSecrets });
  const thinking = createThinking(THINK_MS);
  let debitMs = BANK_DEBIT_MS;
  let broken = 0;
  let origin = '';
  const complain = (error: unknown): void => input.log(`stripe: ${String(error)}`);
  const context = createStripeContext({
    database,
    now: input.now,
    origin: () => origin,
    wake: () => setImmediate(() => void deliveries.run().catch(complain)),
  });
  const api: ApiContext = {
    context,
    secretKey: input.secretKey,
    idempotency: createIdempotency(database, input.now),
    think: () => thinking.think(),
    isDown: () => broken > 0 && (broken -= 1) >= 0,
  };
  const testApi: TestApiContext = {
    context,
    deliveries,
    setThinkMs: (milliseconds) => thinking.change(milliseconds),
    setDebitMs: (milliseconds) => (debitMs = milliseconds),
    breakWrites: (count) => (broken = count),
  };
  const server = createServer((request, response) => {
    serve({ api, testApi, checkout: { context, debitMs: () => debitMs }, origin }, request, response).catch(
      (error: unknown) => {
        complain(error);
        response.destroy();
      },
    );
  });
  origin = await listenLocally(server);
  const tick = async (): Promise<void> => {
    processDueSessions(context);
    await deliveries.run();
  };
  const ticker = setInterval(() => void tick().catch(complain), TICK_MS).unref();
  return {
    url: origin,
    tick,
    close: async () => {
      clearInterval(ticker);
      deliveries.mode = 'held';
      // Writes under way end while there still is a database.
      thinking.change(0);
      await dropAndClose(server);
      await deliveries.run();
      database.close();
    },
  };
}

type Served = {
  readonly api: ApiContext;
  readonly testApi: TestApiContext;
  readonly checkout: CheckoutContext;
  readonly origin: string;
};

async function serve(served: Served, request: IncomingMessage, response: ServerResponse): Promise<void> {
  // Any other host name is DNS rebinding: a page elsewhere whose name was pointed at this address.
  if (request.headers.host !== new URL(served.origin).host) return void response.writeHead(421).end();
  const url = new URL(request.url ?? '/', served.origin);
  const body = await readBodyText(request);
  if (body === undefined) return void response.writeHead(413, { connection: 'close' }).end();
  if (url.pathname.startsWith('/c/pay/')) {
    return serveCheckout(served.checkout, { request, body, path: url.pathname }, response);
  }
  if (url.pathname.startsWith('/test/')) return serveTest(served, { request, body, url }, response);
  return serveApi(served.api, { request, body, url }, response);
}

async function serveTest(
  { api, testApi }: Served,
  { request, body, url }: { request: IncomingMessage; body: string; url: URL },
  response: ServerResponse,
): Promise<void> {
  try {
    assertKey(request, api.secretKey);
    const answer = await serveTestApi(testApi, url.pathname, body);
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  } catch (error) {
    if (!(error instanceof StripeApiError)) throw error;
    response.writeHead(error.status, { 'content-type': 'application/json' }).end(JSON.stringify(error.body));
  }
}

/** @returns undefined if it is longer than anything that clients send here */
async function readBodyText(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > LONGEST_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
