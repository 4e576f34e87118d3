import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import * as z from 'zod/mini';
import type { PushService, EncryptedMessage } from './push-service.ts';

type Waiting = { readonly channelID: string; readonly version: string; readonly message: EncryptedMessage };

/** A Firefox; its channels are the subscriptions of its sites. */
type Agent = {
  readonly endpoints: Map<string, string>;
  /** Not acknowledged yet, oldest first; sent again when it reconnects. */
  waiting: Waiting[];
  socket: WebSocket | undefined;
};

/** Messages from a Firefox. */
export const incoming = z.discriminatedUnion('messageType', [
  z.object({ messageType: z.literal('hello'), uaid: z.optional(z.string()) }),
  z.object({ messageType: z.literal('register'), channelID: z.string(), key: z.string() }),
  z.object({ messageType: z.literal('unregister'), channelID: z.string() }),
  z.object({
    messageType: z.literal('ack'),
    updates: z.array(z.object({ channelID: z.string(), version: z.string() })),
  }),
  z.object({ messageType: z.literal('broadcast_subscribe') }),
  z.object({ messageType: z.literal('nack') }),
]);

/**
 * Serves real Firefoxes: speaks the protocol of Mozilla's push service, over WebSockets. Messages for a
 * Firefox that is away wait for it in memory, one for each topic. Source: autopush, "Push service protocol".
 */
export function serveBrowsers(server: Server, service: PushService): { close(): void } {
  const agents = new Map<string, Agent>();
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (socket) => {
    let agent: Agent | undefined;
    socket.on('message', (data) => {
      const text = textOf(data);
      // A heartbeat.
      if (text === '{}') return socket.send('{}');
      const message = incoming.safeParse(JSON.parse(text)).data;
      if (message?.messageType === 'hello') agent = greet(agents, { socket, uaid: message.uaid });
      else if (message && agent) answer(agent, { service, message });
    });
    socket.on('close', () => {
      if (agent?.socket === socket) agent.socket = undefined;
    });
  });
  return {
    close() {
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
    },
  };
}

function greet(agents: Map<string, Agent>, { socket, uaid }: { socket: WebSocket; uaid?: string }): Agent {
  const known = uaid === undefined ? undefined : agents.get(uaid);
  const agent: Agent = known ?? { endpoints: new Map(), waiting: [], socket };
  const id = known && uaid !== undefined ? uaid : randomUUID().replaceAll('-', '');
  agent.socket = socket;
  agents.set(id, agent);
  send(agent, { messageType: 'hello', status: 200, uaid: id, use_webpush: true, broadcasts: {} });
  for (const one of agent.waiting) deliver(agent, one);
  return agent;
}

type Asked = { service: PushService; message: z.output<typeof incoming> };

function answer(agent: Agent, { service, message }: Asked): void {
  if (message.messageType === 'register') {
    const { channelID } = message;
    // Firefox pads the key, senders do not.
    const key = message.key.replace(/=+$/, '');
    const pushEndpoint = service.connect(key, (sealed) => {
      const arrived = { channelID, version: randomUUID(), message: sealed };
      const isReplaced = (one: Waiting): boolean =>
        one.channelID === channelID && sealed.topic !== null && one.message.topic === sealed.topic;
      agent.waiting = [...agent.waiting.filter((one) => !isReplaced(one)), arrived];
      deliver(agent, arrived);
    });
    agent.endpoints.set(channelID, pushEndpoint);
    send(agent, { messageType: 'register', status: 200, channelID, pushEndpoint });
  } else if (message.messageType === 'unregister') {
    const { channelID } = message;
    const endpoint = agent.endpoints.get(channelID);
    if (endpoint !== undefined) service.end(endpoint);
    agent.endpoints.delete(channelID);
    send(agent, { messageType: 'unregister', status: 200, channelID });
  } else if (message.messageType === 'ack') {
    const done = new Set(message.updates.map(({ version }) => version));
    agent.waiting = agent.waiting.filter(({ version }) => !done.has(version));
  }
}

function deliver(agent: Agent, { channelID, version, message }: Waiting): void {
  send(agent, {
    messageType: 'notification',
    channelID,
    version,
    data: Buffer.from(message.body).toString('base64url'),
    headers: { encoding: 'aes128gcm' },
  });
}

function send({ socket }: Agent, message: object): void {
  socket?.send(JSON.stringify(message));
}

function textOf(data: RawData): string {
  return Buffer.isBuffer(data) ? data.toString('utf8') : '';
}
