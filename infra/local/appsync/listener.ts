import type { RawData, WebSocket } from 'ws';
import * as z from 'zod/mini';
import { namespaceOf, subscriptionTo } from './channels.ts';

/** Source: AppSync Events Developer Guide, "Understanding the Event API WebSocket protocol". */
const authorization = z.object({ Authorization: z.string(), host: z.string() });
export type Authorization = z.output<typeof authorization>;

/** What a browser sends. */
export const incoming = z.discriminatedUnion('type', [
  z.object({ type: z.literal('connection_init') }),
  z.object({
    type: z.literal('subscribe'),
    id: z.string().check(z.minLength(1), z.maxLength(128)),
    channel: z.string(),
    authorization,
  }),
  z.object({ type: z.literal('unsubscribe'), id: z.string() }),
]);
type Incoming = z.output<typeof incoming>;

/** Parses what stands for headers in the handshake: a subprotocol `header-{base64url}`. */
export function authorizationIn(protocols: string | undefined): Authorization | undefined {
  const encoded = /(?:^|[,\s])header-([\w-]+)(?:$|[,\s])/.exec(protocols ?? '')?.[1];
  if (encoded === undefined) return undefined;
  try {
    return authorization.safeParse(JSON.parse(Buffer.from(encoded, 'base64url').toString())).data;
  } catch {
    return undefined;
  }
}

const CONNECTION_TIMEOUT_MS = 300_000;
const KEEP_ALIVE_MS = 60_000;
const SUBSCRIPTIONS = 100;

export type ListenerRules = {
  readonly namespace: string;
  readonly mayListen: (asked: Authorization, channel: string) => Promise<boolean>;
};

/** A browser that is connected. */
export class Listener {
  readonly #socket: WebSocket;
  readonly #rules: ListenerRules;
  /** By id, the channel of each subscription. */
  readonly #channels = new Map<string, string>();
  #isInitialized = false;
  #keepAlive: NodeJS.Timeout | undefined;

  constructor(socket: WebSocket, rules: ListenerRules) {
    this.#socket = socket;
    this.#rules = rules;
    // In order: a subscription that is still being asked for ends if it is ended then.
    let work = Promise.resolve();
    socket.on('message', (data) => {
      work = work.then(() => this.#receive(data)).catch(() => socket.terminate());
    });
    socket.on('close', () => clearInterval(this.#keepAlive));
    socket.on('error', () => socket.terminate());
  }

  /** Sends an event to those of its subscriptions that are of this channel. */
  deliver(channel: string, event: string): void {
    for (const [id, subscribed] of this.#channels)
      if (subscribed === channel) this.#send({ id, type: 'data', event: [event] });
  }

  async #receive(data: RawData): Promise<void> {
    const message = parsed(data);
    if (!message) return this.#fail('error', 'UnsupportedOperation');
    if (message.type === 'connection_init') return this.#initialize();
    if (!this.#isInitialized) return this.#fail('error', 'BadRequestException');
    if (message.type === 'subscribe') return this.#subscribe(message);
    if (!this.#channels.delete(message.id))
      return this.#fail('unsubscribe_error', 'UnknownOperationError', message.id);
    this.#send({ id: message.id, type: 'unsubscribe_success' });
  }

  #initialize(): void {
    this.#isInitialized = true;
    this.#keepAlive ??= setInterval(() => this.#send({ type: 'ka' }), KEEP_ALIVE_MS).unref();
    this.#send({ type: 'connection_ack', connectionTimeoutMs: CONNECTION_TIMEOUT_MS });
  }

  async #subscribe({ id, channel, authorization: asked }: Extract<Incoming, { type: 'subscribe' }>) {
    const refuse = (errorType: string): void => this.#fail('subscribe_error', errorType, id);
    if (this.#channels.has(id)) return refuse('DuplicatedOperationError');
    if (this.#channels.size >= SUBSCRIPTIONS) return refuse('MaxSubscriptionsReachedError');
    const named = subscriptionTo(channel);
    if (named === undefined) return refuse('BadRequestException');
    if (namespaceOf(named) !== this.#rules.namespace) return refuse('NamespaceNotFoundException');
    if (!(await this.#rules.mayListen(asked, named))) return refuse('UnauthorizedException');
    if (named.endsWith('*')) throw new Error('Subscriptions to many channels are not imitated.');
    this.#channels.set(id, named);
    this.#send({ id, type: 'subscribe_success' });
  }

  #fail(type: string, errorType: string, id?: string): void {
    this.#send({ ...(id !== undefined && { id }), type, errors: [{ errorType, message: errorType }] });
  }

  #send(message: object): void {
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.send(JSON.stringify(message));
  }
}

function parsed(data: RawData): Incoming | undefined {
  try {
    return incoming.safeParse(JSON.parse(Buffer.isBuffer(data) ? data.toString('utf8') : '')).data;
  } catch {
    return undefined;
  }
}
