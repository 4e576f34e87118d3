import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MOVE_SECONDS } from '../../../shared/contract/live-updates.ts';
import { createLiveConnection, type LivePorts } from '../../../web/src/features/gallery/live-connection.ts';
import { CallError } from '../../../web/src/lib/call.ts';

class FakeSocket extends EventTarget {
  readonly sent: { type: string; id?: string; channel?: string }[] = [];
  isClosed = false;
  readyState: number = WebSocket.CONNECTING;
  readonly protocols: string[];
  constructor(protocols: string[]) {
    super();
    this.protocols = protocols;
  }
  /** The connection is there, or lost. */
  becomes(state: 'open' | 'close') {
    this.readyState = state === 'open' ? WebSocket.OPEN : WebSocket.CLOSED;
    this.dispatchEvent(new Event(state));
  }
  send(text: string) {
    this.sent.push(JSON.parse(text));
  }
  close() {
    this.isClosed = true;
  }
  tell(frame: object) {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(frame) }));
  }
  /** What the server says until the page is subscribed. */
  welcome() {
    this.becomes('open');
    this.tell({ type: 'connection_ack', connectionTimeoutMs: 300_000 });
    this.tell({ type: 'subscribe_success', id: '1' });
  }
}

let sockets: FakeSocket[];
let told: (string | boolean | object)[];
let isWanted: boolean;
let tickets: number;
let refusal: CallError | undefined;
/** Tickets come once it is fulfilled. */
let held: Promise<void> | undefined;

const settle = () => vi.advanceTimersByTimeAsync(0);

function create() {
  const ports: LivePorts = {
    getTicket: async () => {
      await held;
      if (refusal) throw refusal;
      tickets += 1;
      return { url: 'wss://live/event/realtime', host: 'api', channel: `/events/a/${tickets}`, ticket: 't' };
    },
    openSocket: (_url, protocols) => {
      const socket = new FakeSocket(protocols);
      sockets.push(socket);
      return socket as unknown as WebSocket;
    },
    isWanted: () => isWanted,
    random: () => 1,
    onMessage: (message) => told.push(message),
    onConnected: (hears) => told.push(hears),
    onRefused: () => told.push('refused'),
  };
  return createLiveConnection(ports);
}

async function connected() {
  const connection = create();
  connection.update();
  await settle();
  sockets[0]?.welcome();
  return connection;
}

beforeEach(() => {
  held = undefined;
  vi.useFakeTimers();
  [sockets, told, isWanted, tickets, refusal] = [[], [], true, 0, undefined];
});
afterEach(() => vi.useRealTimers());

const event = JSON.stringify({ votes: [{ id: `med_${'a'.repeat(26)}`, count: 4, version: 1 }] });

it('subscribes with its ticket and hears messages, in either form of the frame', async () => {
  await connected();
  const [socket] = sockets as [FakeSocket];
  expect(socket.protocols[0]).toBe('aws-appsync-event-ws');
  expect(JSON.parse(atob(socket.protocols[1]?.slice('header-'.length) ?? ''))).toEqual({
    host: 'api',
    Authorization: 't',
  });
  expect(socket.sent.map(({ type, channel }) => [type, channel])).toEqual([
    ['connection_init', undefined],
    ['subscribe', '/events/a/1'],
  ]);
  socket.tell({ type: 'data', id: '1', event });
  socket.tell({ type: 'data', id: '1', event: [event] });
  socket.tell({ type: 'data', id: '1', event: ['{"votes":"no"}'] });
  expect(told).toEqual([true, JSON.parse(event), JSON.parse(event)]);
});

it('lets go when it is not wanted, without a word, and comes back', async () => {
  const connection = await connected();
  isWanted = false;
  connection.update();
  expect(sockets[0]?.isClosed).toBe(true);
  await vi.advanceTimersByTimeAsync(600_000);
  expect([sockets.length, told]).toEqual([1, [true]]);
  isWanted = true;
  connection.update();
  await settle();
  expect(sockets).toHaveLength(2);
});

it('comes back after a random time whose bound doubles, five minutes at most', async () => {
  await connected();
  const pauses = [];
  for (let time = 0; time < 10; time += 1) {
    sockets.at(-1)?.becomes('close');
    const [before, begun] = [sockets.length, Date.now()];
    while (sockets.length === before) await vi.advanceTimersToNextTimerAsync();
    pauses.push((Date.now() - begun) / 1000);
  }
  // Not all within two seconds: with this connection, those of a whole hall may have been lost.
  expect(pauses).toEqual([30, 60, 120, 240, 300, 300, 300, 300, 300, 300]);
  expect(told.filter((one) => one === false)).toHaveLength(10);
});

it('comes back sooner where there was no connection yet', async () => {
  create().update();
  await settle();
  sockets[0]?.becomes('close');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(sockets).toHaveLength(2);
});

it('asks for no ticket before the server wants to be asked again, whoever looks meanwhile', async () => {
  refusal = new CallError({ status: 429, statusText: '', text: '', retryAfter: '90' });
  const connection = create();
  connection.update();
  await settle();
  refusal = undefined;
  await vi.advanceTimersByTimeAsync(60_000);
  // The page is hidden and shown.
  connection.update();
  await vi.advanceTimersByTimeAsync(29_000);
  expect(tickets).toBe(0);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(tickets).toBe(1);
});

it('takes silence for a lost connection', async () => {
  await connected();
  await vi.advanceTimersByTimeAsync(129_000);
  sockets[0]?.tell({ type: 'ka' });
  await vi.advanceTimersByTimeAsync(129_000);
  expect(told).toEqual([true]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(told).toEqual([true, false]);
});

it('connects at once when the page wakes up after the server should have said something', async () => {
  const connection = await connected();
  vi.setSystemTime(Date.now() + 65_000);
  connection.update();
  await settle();
  expect(sockets).toHaveLength(1);
  // Timers stand still in a sleep, and the clock does not.
  vi.setSystemTime(Date.now() + 10_000);
  connection.update();
  await settle();
  expect([sockets.length, sockets[0]?.isClosed]).toEqual([2, true]);
});

it('follows to another channel with a new ticket, and leaves the old one then', async () => {
  await connected();
  const [socket] = sockets as [FakeSocket];
  const moved = { type: 'data', id: '1', event: ['{"moved":true}'] };
  socket.tell(moved);
  socket.tell(moved);
  await vi.advanceTimersByTimeAsync(MOVE_SECONDS * 1000);
  expect(socket.sent.slice(2)).toMatchObject([{ type: 'subscribe', id: '2', channel: '/events/a/2' }]);
  socket.tell({ type: 'subscribe_success', id: '2' });
  expect(socket.sent.at(-1)).toEqual({ type: 'unsubscribe', id: '1' });
  expect(tickets).toBe(2);
});

it('ends where the viewer may not listen any more', async () => {
  await connected();
  refusal = new CallError({ status: 403, statusText: '', text: '' });
  sockets[0]?.tell({ type: 'data', id: '1', event: ['{"moved":true}'] });
  await vi.advanceTimersByTimeAsync(MOVE_SECONDS * 1000);
  expect(sockets[0]?.isClosed).toBe(true);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(told).toEqual([true, { moved: true }, false, 'refused']);
  expect(sockets).toHaveLength(1);
});

it('asks for a new ticket where a subscription is refused', async () => {
  const connection = create();
  connection.update();
  await settle();
  sockets[0]?.becomes('open');
  sockets[0]?.tell({ type: 'connection_ack' });
  sockets[0]?.tell({ type: 'subscribe_error', id: '1' });
  expect(sockets[0]?.isClosed).toBe(true);
  await vi.advanceTimersByTimeAsync(2_000);
  expect([tickets, sockets.length]).toEqual([2, 2]);
});

it('closes a connection that is being opened once it is open, and says nothing on it', async () => {
  const connection = create();
  connection.update();
  await settle();
  isWanted = false;
  connection.update();
  const [socket] = sockets as [FakeSocket];
  expect(socket.isClosed).toBe(false);
  socket.becomes('open');
  expect([socket.isClosed, socket.sent]).toEqual([true, []]);
});

it('comes back if it was hidden and shown while it follows to another channel', async () => {
  const connection = await connected();
  const ticket = Promise.withResolvers<void>();
  held = ticket.promise;
  sockets[0]?.tell({ type: 'data', id: '1', event: ['{"moved":true}'] });
  await vi.advanceTimersByTimeAsync(MOVE_SECONDS * 1000);
  isWanted = false;
  connection.update();
  isWanted = true;
  connection.update();
  ticket.resolve();
  await settle();
  expect(sockets).toHaveLength(2);
});
