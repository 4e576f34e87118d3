import { createServer, type Server } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Stripe } from 'stripe';
import { type LocalStripe, startStripe } from '../../infra/local/stripe/start-stripe.ts';

export const SECRET_KEY = 'sk_test_0123456789abcdef';
export const WEBHOOK_SECRETS = ['whsec_new', 'whsec_old'];

export type Received = { headers: NodeJS.Dict<string | string[]>; body: string };

/** A local Stripe, its webhook, a clock that stands still, and Stripe's own library pointed at it. */
export type StripeBench = {
  stripe: Stripe;
  server: LocalStripe;
  dataDir: string;
  clock: Date;
  received: Received[];
  /** The statuses that the webhook answers; the last one for ever. */
  answers: number[];
  logged: string[];
  test: (path: string, body?: unknown) => Promise<any>;
  restart: () => Promise<void>;
  close: () => Promise<void>;
};

export async function openStripeBench(options: { maxNetworkRetries?: number } = {}): Promise<StripeBench> {
  const dataDir = await mkdtemp(join(tmpdir(), 'stripe-'));
  const webhook = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      bench.received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
      const status = bench.answers.length > 1 ? bench.answers.shift() : bench.answers[0];
      response.writeHead(status ?? 200).end();
    });
  });
  const webhookUrl = await listen(webhook);
  const start = () =>
    startStripe({
      dataDir,
      secretKey: SECRET_KEY,
      webhookUrl,
      webhookSecrets: WEBHOOK_SECRETS,
      now: () => bench.clock,
      log: (line) => bench.logged.push(line),
    });
  const connect = (server: LocalStripe) =>
    new Stripe(SECRET_KEY, {
      host: '127.0.0.1',
      port: new URL(server.url).port,
      protocol: 'http',
      telemetry: false,
      maxNetworkRetries: options.maxNetworkRetries ?? 0,
    });
  const server = await start();
  const bench: StripeBench = {
    stripe: connect(server),
    server,
    dataDir,
    clock: new Date('2026-07-01T12:00:00.000Z'),
    received: [],
    answers: [200],
    logged: [],
    test: async (path, body = {}) => {
      const response = await fetch(`${bench.server.url}/test/${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${SECRET_KEY}` },
        body: JSON.stringify(body),
      });
      const answer: any = await response.json();
      if (!response.ok) throw new Error(answer.error.message);
      return answer;
    },
    restart: async () => {
      await bench.server.close();
      bench.server = await start();
      bench.stripe = connect(bench.server);
    },
    close: async () => {
      await bench.server.close();
      webhook.closeAllConnections();
      await new Promise((resolve) => webhook.close(resolve));
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  return bench;
}

function listen(server: Server): Promise<string> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    });
  });
}

export function sessionParams(more: Partial<Stripe.Checkout.SessionCreateParams> = {}) {
  return {
    mode: 'payment',
    line_items: [
      {
        quantity: 1,
        price_data: { currency: 'usd', unit_amount: 1250, product_data: { name: 'Summer party' } },
      },
    ],
    metadata: { paymentId: 'pay_1' },
    payment_intent_data: { metadata: { paymentId: 'pay_1' } },
    success_url: 'http://localhost:3000/event/evt_1?checkout=success',
    cancel_url: 'http://localhost:3000/event/evt_1?checkout=cancelled',
    ...more,
  } satisfies Stripe.Checkout.SessionCreateParams;
}
