import { createECDH, randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { type BrowserKeys, decrypt } from './decrypt.ts';
import { verifyVapid } from './verify-vapid.ts';

/** The path that senders POST to, followed by a subscription's random name. */
export const ENDPOINT_PATH = '/push/';

/** RFC 8030 (7.2): a service takes at least this, and today's take no more. */
const MAX_BODY_BYTES = 4096;

/** A message as a simulated browser received it. */
export type ReceivedMessage = {
  readonly text: string;
  readonly ttlSeconds: number;
  readonly topic: string | null;
  readonly urgency: string | null;
};

/** What a browser's `PushSubscription.toJSON()` returns. */
export type TestSubscription = {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
};

export type PushReply = { readonly status: number; readonly headers?: Readonly<Record<string, string>> };

/** A message as a real browser receives it, to decrypt itself. */
export type EncryptedMessage = { readonly body: Uint8Array; readonly topic: string | null };

type Browser = {
  /** Takes a message that passed all checks. @throws Error if it is not for this browser's keys */
  readonly receive: (message: EncryptedMessage & Omit<ReceivedMessage, 'text'>) => void;
  /** The public key of the one sender that the browser subscribed to. */
  readonly applicationServerKey: string;
  readonly arrived: ReceivedMessage[];
  /** Answers to the next requests instead. */
  readonly failures: PushReply[];
  isGone: boolean;
};

export type PushService = {
  /** Subscribes a simulated browser. */
  readonly subscribe: (applicationServerKey: string) => TestSubscription;
  /** Subscribes a real browser, which has its own keys. @returns its endpoint */
  readonly connect: (applicationServerKey: string, receive: (message: EncryptedMessage) => void) => string;
  /** Everything that arrived at an endpoint, oldest first. @throws Error for an unknown one */
  readonly arrivedAt: (endpoint: string) => readonly ReceivedMessage[];
  /** The next requests get these answers instead. */
  readonly failNext: (endpoint: string, replies: readonly PushReply[]) => void;
  /** Ends a subscription, as a browser does when its data is deleted. */
  readonly end: (endpoint: string) => void;
  /** Answers a sender's request. */
  readonly take: (path: string, request: { headers: IncomingHttpHeaders; body: Uint8Array }) => PushReply;
};

/**
 * A push service that verifies senders and, for the browsers that it simulates, decrypts messages. In memory.
 * Sources: RFC 8030, 8291 and 8292.
 */
export function createPushService({ origin, now }: { origin: string; now: () => Date }): PushService {
  const browsers = new Map<string, Browser>();
  const at = (endpoint: string): Browser => {
    const browser = browsers.get(endpoint.slice(origin.length));
    if (!browser) throw new Error('There is no such subscription.');
    return browser;
  };
  const add = (browser: Pick<Browser, 'applicationServerKey' | 'arrived' | 'receive'>): string => {
    const path = `${ENDPOINT_PATH}${randomBytes(16).toString('base64url')}`;
    browsers.set(path, { ...browser, failures: [], isGone: false });
    return `${origin}${path}`;
  };
  return {
    subscribe(applicationServerKey) {
      const keys = newKeys();
      const arrived: ReceivedMessage[] = [];
      const endpoint = add({
        applicationServerKey,
        arrived,
        receive: ({ body, ...facts }) => arrived.push({ text: decrypt(body, keys), ...facts }),
      });
      return { endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } };
    },
    connect: (applicationServerKey, receive) => add({ applicationServerKey, receive, arrived: [] }),
    arrivedAt: (endpoint) => at(endpoint).arrived,
    failNext: (endpoint, replies) => void at(endpoint).failures.push(...replies),
    end: (endpoint) => void (at(endpoint).isGone = true),
    take(path, request) {
      const browser = browsers.get(path);
      if (!browser) return { status: 404 };
      if (browser.isGone) return { status: 410 };
      return browser.failures.shift() ?? deliver(browser, { ...request, origin, now: now() });
    },
  };
}

type Delivery = { headers: IncomingHttpHeaders; body: Uint8Array; origin: string; now: Date };

function deliver(browser: Browser, { headers, body, origin, now }: Delivery): PushReply {
  const ttl = headers['ttl'];
  if (typeof ttl !== 'string' || !/^\d+$/.test(ttl)) return { status: 400 };
  const topic = single(headers['topic']);
  if (topic !== null && !/^[A-Za-z0-9_-]{1,32}$/.test(topic)) return { status: 400 };
  const sender = verifyVapid(headers.authorization, { origin, now });
  if (sender === undefined) return { status: 401 };
  if (sender !== browser.applicationServerKey) return { status: 403 };
  if (body.length > MAX_BODY_BYTES) return { status: 413 };
  if (headers['content-encoding'] !== 'aes128gcm') return { status: 400 };
  try {
    browser.receive({ body, ttlSeconds: Number(ttl), topic, urgency: single(headers['urgency']) });
  } catch {
    // A real service cannot see this, and the browser drops it.
    return { status: 400 };
  }
  return { status: 201, headers: { location: `${origin}/messages/${randomBytes(8).toString('hex')}` } };
}

const single = (value: string | string[] | undefined): string | null =>
  typeof value === 'string' ? value : null;

function newKeys(): BrowserKeys {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  return {
    privateKey: pair.getPrivateKey('base64url'),
    p256dh: pair.getPublicKey('base64url'),
    auth: randomBytes(16).toString('base64url'),
  };
}
