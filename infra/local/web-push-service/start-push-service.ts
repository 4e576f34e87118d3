import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import * as z from 'zod/mini';
import { dropAndClose, listenLocally } from '../http/local-server.ts';
import { serveBrowsers } from './browser-sockets.ts';
import { createPushService, type PushReply, type PushService } from './push-service.ts';

export type StartedPushService = {
  /** `http://127.0.0.1:{port}`, one of PUSH_ORIGINS. */
  readonly origin: string;
  readonly service: PushService;
  close(): Promise<void>;
};

/**
 * Starts the push service on a free port of 127.0.0.1. Senders POST to subscriptions' endpoints; tests, in
 * this process or another, create and read subscriptions under `/test/`. A real Firefox subscribes over a
 * WebSocket at the same address (`dom.push.serverURL`).
 */
export async function startPushService({ now }: { now: () => Date }): Promise<StartedPushService> {
  const server = createServer();
  const origin = await listenLocally(server);
  const service = createPushService({ origin, now });
  server.on('request', (request, response) => {
    answer(service, request).then(
      (reply) => write(response, reply),
      () => write(response, { status: 400 }),
    );
  });
  const browsers = serveBrowsers(server, service);
  return {
    origin,
    service,
    async close() {
      browsers.close();
      await dropAndClose(server);
    },
  };
}

type JsonReply = PushReply & { readonly json?: unknown };

async function answer(service: PushService, request: IncomingMessage): Promise<JsonReply> {
  const body = await buffer(request);
  if (request.method !== 'POST') return { status: 405 };
  const path = request.url ?? '/';
  const action = testActions[path];
  if (action === undefined) return service.take(path, { headers: request.headers, body });
  return action(service, JSON.parse(body.toString('utf8')));
}

const subscribing = z.object({ applicationServerKey: z.string() });
const naming = z.object({ endpoint: z.string() });
const failing = z.object({
  endpoint: z.string(),
  replies: z.array(z.object({ status: z.int(), headers: z.optional(z.record(z.string(), z.string())) })),
});

type TestAction = (service: PushService, body: unknown) => JsonReply;

/** What browsers do, for tests: `POST /test/…` with JSON. */
export const testActions: Readonly<Record<string, TestAction>> = {
  /** Returns the subscription as a browser would. */
  '/test/subscribe': (service, body) => ({
    status: 201,
    json: service.subscribe(subscribing.parse(body).applicationServerKey),
  }),
  /** Returns `[{ text, ttlSeconds, topic, urgency }]`, oldest first. */
  '/test/arrived': (service, body) => ({
    status: 200,
    json: service.arrivedAt(naming.parse(body).endpoint),
  }),
  '/test/fail-next': (service, body) => {
    const { endpoint, replies } = failing.parse(body);
    service.failNext(endpoint, replies);
    return { status: 204 };
  },
  '/test/end': (service, body) => {
    service.end(naming.parse(body).endpoint);
    return { status: 204 };
  },
};

function write(response: ServerResponse, { status, headers, json }: JsonReply): void {
  const type = json === undefined ? {} : { 'content-type': 'application/json' };
  response.writeHead(status, { ...headers, ...type });
  response.end(json === undefined ? undefined : JSON.stringify(json));
}
