import { type LiveMessage, liveMessage, MOVE_SECONDS } from '../../../../shared/contract/live-updates.ts';
import { CallError, isRefusal } from '../../lib/call.ts';
import {
  headersOf,
  KEEP_ALIVE_MS,
  type ServerFrame,
  SILENCE_MS,
  subprotocols,
  type Ticket,
} from './live-protocol.ts';

export type LivePorts = {
  readonly getTicket: () => Promise<Ticket>;
  readonly openSocket: (url: string, protocols: string[]) => WebSocket;
  /** Tab and network: whether it is worth while to be connected. */
  readonly isWanted: () => boolean;
  readonly random: () => number;
  readonly onMessage: (message: LiveMessage) => void;
  /** Whether changes are heard of from now on; what changed before may have been missed. */
  readonly onConnected: (isConnected: boolean) => void;
  /** The viewer may not listen any more. */
  readonly onRefused: () => void;
};

export type LiveConnection = {
  /** Connects, or lets go, as is wanted now. */
  readonly update: () => void;
  readonly end: () => void;
};

/** Of a WebSocket's states. */
const CONNECTING = 0;
const FIRST_PAUSE_MS = 2_000;
/** After a connection that was there: with it, those of a whole hall may be lost. */
const LOST_PAUSE_MS = 30_000;
const LONGEST_PAUSE_MS = 300_000;
/** Of what delays a word on a slow network. */
const GRACE_MS = 10_000;

type Timer = ReturnType<typeof setTimeout>;

/** Keeps a page connected for as long as that is wanted. */
class Connection implements LiveConnection {
  readonly #ports: LivePorts;
  #socket: WebSocket | undefined;
  #ticket: Ticket | undefined;
  #isAsking = false;
  #hasEnded = false;
  #failures = 0;
  #wasConnected = false;
  /** When the server may be asked for a ticket again. */
  #earliestMs = 0;
  #heardMs = 0;
  /** Of the socket: the last one's number is its id. */
  #subscriptions = 0;
  #silenceMs = SILENCE_MS;
  #retry: Timer | undefined;
  #silence: Timer | undefined;
  #move: Timer | undefined;

  constructor(ports: LivePorts) {
    this.#ports = ports;
  }

  update(): void {
    // After a sleep: timers stood still, and the network may have forgotten the connection.
    const hasSlept = this.#socket && Date.now() - this.#heardMs > KEEP_ALIVE_MS + GRACE_MS;
    if (hasSlept || !this.#isWanted()) this.#letGo();
    if (this.#socket || this.#isAsking || !this.#isWanted()) return;
    const waitMs = this.#earliestMs - Date.now();
    if (waitMs > 0) this.#retryAfter(waitMs + this.#ports.random() * FIRST_PAUSE_MS);
    else void this.#connect();
  }

  end(): void {
    this.#hasEnded = true;
    this.#letGo();
  }

  #isWanted(): boolean {
    return !this.#hasEnded && this.#ports.isWanted();
  }

  #letGo(): void {
    for (const timer of [this.#retry, this.#silence, this.#move]) clearTimeout(timer);
    this.#move = undefined;
    const socket = this.#socket;
    this.#socket = undefined;
    // One that is being opened is closed once it is open: browsers report an earlier end as an error.
    if (socket?.readyState !== CONNECTING) socket?.close();
  }

  #retryAfter(pauseMs: number): void {
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.update(), pauseMs);
  }

  #fail(): void {
    this.#letGo();
    if (!this.#isWanted()) return;
    this.#failures += 1;
    this.#ports.onConnected(false);
    // Full jitter, so that a hall full of phones does not come back in step.
    const firstMs = this.#wasConnected ? LOST_PAUSE_MS : FIRST_PAUSE_MS;
    const longestMs = Math.min(LONGEST_PAUSE_MS, firstMs * 2 ** (this.#failures - 1));
    const waitMs = Math.max(0, this.#earliestMs - Date.now());
    this.#retryAfter(waitMs + this.#ports.random() * longestMs);
  }

  /** @returns undefined if there is none, which has then had its consequences */
  async #askForTicket(): Promise<Ticket | undefined> {
    this.#isAsking = true;
    try {
      return await this.#ports.getTicket();
    } catch (error) {
      const { retryAfterSeconds = 0 } = error instanceof CallError ? error : {};
      this.#earliestMs = Date.now() + retryAfterSeconds * 1000;
      if (isRefusal(error)) this.#refused();
      else this.#fail();
      return undefined;
    } finally {
      this.#isAsking = false;
    }
  }

  #refused(): void {
    if (this.#hasEnded) return;
    this.end();
    this.#ports.onConnected(false);
    this.#ports.onRefused();
  }

  async #connect(): Promise<void> {
    clearTimeout(this.#retry);
    const ticket = await this.#askForTicket();
    if (!ticket || !this.#isWanted()) return;
    const socket = this.#ports.openSocket(ticket.url, subprotocols(ticket));
    this.#socket = socket;
    this.#ticket = ticket;
    this.#subscriptions = 0;
    this.#silenceMs = SILENCE_MS;
    this.#heardSomething();
    socket.addEventListener('open', () => {
      if (this.#socket === socket) this.#send({ type: 'connection_init' });
      else socket.close();
    });
    socket.addEventListener('message', ({ data }: MessageEvent<string>) => {
      if (this.#socket === socket) this.#receive(JSON.parse(data) as ServerFrame);
    });
    socket.addEventListener('close', () => {
      if (this.#socket === socket) this.#fail();
    });
  }

  #heardSomething(): void {
    this.#heardMs = Date.now();
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#fail(), this.#silenceMs);
  }

  #receive(frame: ServerFrame): void {
    if (frame.type === 'connection_ack') {
      // Two words that fail to come are enough, if the server itself does not ask for less patience.
      this.#silenceMs = Math.min(frame.connectionTimeoutMs ?? Infinity, 2 * KEEP_ALIVE_MS + GRACE_MS);
      if (this.#ticket) this.#subscribe(this.#ticket);
    } else if (frame.type === 'subscribe_success') {
      this.#subscribed();
    } else if (frame.type === 'data') {
      for (const event of [frame.event ?? []].flat()) this.#hear(event);
    } else if (frame.type.endsWith('error')) {
      this.#fail();
      return;
    }
    this.#heardSomething();
  }

  #subscribe(ticket: Ticket): void {
    this.#subscriptions += 1;
    const { channel } = ticket;
    const authorization = headersOf(ticket);
    this.#send({ type: 'subscribe', id: String(this.#subscriptions), channel, authorization });
  }

  #subscribed(): void {
    this.#failures = 0;
    this.#wasConnected = true;
    // The old channel was told everything until now, so after a move nothing is missed.
    if (this.#subscriptions > 1) this.#send({ type: 'unsubscribe', id: String(this.#subscriptions - 1) });
    else this.#ports.onConnected(true);
  }

  #send(message: object): void {
    this.#socket?.send(JSON.stringify(message));
  }

  #hear(event: string): void {
    const { success, data } = liveMessage.safeParse(JSON.parse(event));
    if (!success) return;
    this.#ports.onMessage(data);
    if (data.moved)
      this.#move ??= setTimeout(() => void this.#follow(), this.#ports.random() * MOVE_SECONDS * 1000);
  }

  /** To the event's new channel. */
  async #follow(): Promise<void> {
    const socket = this.#socket;
    const ticket = await this.#askForTicket();
    if (!ticket) return;
    // Meanwhile the page was hidden, or the connection lost.
    if (!socket || this.#socket !== socket) return this.update();
    this.#move = undefined;
    this.#subscribe(ticket);
  }
}

/** A page's connection to an event's channel. It begins with `update`. */
export const createLiveConnection = (ports: LivePorts): LiveConnection => new Connection(ports);
