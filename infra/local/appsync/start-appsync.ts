import { createServer, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import * as z from 'zod/mini';
import { CHANNEL_NAMESPACE } from '../../../functions/live-updates/channel.ts';
import { dropAndClose, listenLocally } from '../http/local-server.ts';
import type { Invoke } from '../lambda/invoke.ts';
import type { SignatureRules } from '../aws-protocol/verify-signature.ts';
import { namespaceOf } from './channels.ts';
import { type Authorization, authorizationIn, Listener } from './listener.ts';
import { publishEvents, type PublishTrouble } from './publish-api.ts';

/** The path of the WebSocket. */
export const REALTIME_PATH = '/event/realtime';
const PROTOCOL = 'aws-appsync-event-ws';
/** Of a message from a browser. */
const MESSAGE_BYTES = 240 * 1024;

export type LocalAppSync = {
  readonly eventsUrl: string;
  readonly socketOrigin: string;
  readonly socketUrl: string;
  /** Names the function that says who may listen; until then nobody may. */
  readonly authorizeBy: (invoke: Invoke) => void;
  /** What happens to the next requests to publish, one after the other. */
  readonly troubleNext: (...troubles: PublishTrouble[]) => void;
  /** Drops every connection, as a failing network does. */
  readonly dropListeners: () => void;
  readonly close: () => Promise<void>;
};

const verdict = z.object({ isAuthorized: z.boolean() });

/** Starts an Event API with one namespace: browsers listen over WebSockets, functions publish over HTTP. */
export async function startAppSync(
  options: SignatureRules & { readonly newId: () => string },
): Promise<LocalAppSync> {
  const listeners = new Set<Listener>();
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MESSAGE_BYTES,
    handleProtocols: () => PROTOCOL,
  });
  const troubles: PublishTrouble[] = [];
  let authorizer: Invoke | undefined;
  const isAuthorized = async (
    operation: string,
    asked: Authorization,
    channel?: string,
  ): Promise<boolean> => {
    if (asked.host !== host) return false;
    const result = await authorizer?.(requestOf({ operation, asked, channel, requestId: options.newId() }));
    return result?.ok === true && verdict.safeParse(result.payload).data?.isAuthorized === true;
  };
  const trouble = (): PublishTrouble | undefined => troubles.shift();
  const deliver = (channel: string, event: string): void =>
    listeners.forEach((listener) => listener.deliver(channel, event));
  const server = createServer((request, response) => {
    publishEvents(request, { ...options, namespace: CHANNEL_NAMESPACE, deliver, trouble })
      .then(({ status, body }) => {
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      })
      .catch(() => response.destroy());
  });
  server.on('upgrade', (request, socket, head) => {
    void admit(request, socket).then((isAdmitted) => {
      if (!isAdmitted) return;
      sockets.handleUpgrade(request, socket, head, (opened) => {
        const listener = new Listener(opened, {
          namespace: CHANNEL_NAMESPACE,
          mayListen: (asked, channel) => isAuthorized('EVENT_SUBSCRIBE', asked, channel),
        });
        listeners.add(listener);
        opened.on('close', () => listeners.delete(listener));
      });
    });
  });

  async function admit(request: IncomingMessage, socket: Duplex): Promise<boolean> {
    const protocols = request.headers['sec-websocket-protocol'];
    const names = protocols?.split(/,\s*/) ?? [];
    const asked = authorizationIn(protocols);
    const isKnown = request.url === REALTIME_PATH && names.includes(PROTOCOL) && asked !== undefined;
    if (isKnown && (await isAuthorized('EVENT_CONNECT', asked))) return true;
    socket.end(`HTTP/1.1 ${isKnown ? '401 Unauthorized' : '400 Bad Request'}\r\nConnection: close\r\n\r\n`);
    return false;
  }

  const dropListeners = (): void => sockets.clients.forEach((client) => client.terminate());
  const url = await listenLocally(server);
  const { host } = new URL(url);
  return {
    eventsUrl: `${url}/event`,
    socketOrigin: `ws://${host}`,
    socketUrl: `ws://${host}${REALTIME_PATH}`,
    authorizeBy: (invoke) => (authorizer = invoke),
    troubleNext: (...next) => void troubles.push(...next),
    dropListeners,
    async close() {
      dropListeners();
      sockets.close();
      await dropAndClose(server);
    },
  };
}

/** Source: AppSync Events Developer Guide, "Configuring authorization and authentication", Lambda. */
function requestOf(input: {
  operation: string;
  asked: Authorization;
  channel: string | undefined;
  requestId: string;
}): object {
  const { operation, asked, channel, requestId } = input;
  return {
    authorizationToken: asked.Authorization,
    requestContext: {
      apiId: 'local',
      accountId: '000000000000',
      requestId,
      operation,
      channelNamespaceName: channel === undefined ? null : namespaceOf(channel),
      channel: channel ?? null,
    },
    requestHeaders: { host: asked.host },
  };
}
