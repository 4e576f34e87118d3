import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { READABLE_HEAD_BYTES } from './cloudfront/request-limits.ts';
import { settlesWithin } from './timers/timers.ts';

export type SiteServer = {
  readonly port: number;
  /** For what answers more than requests. */
  readonly server: Server;
  /** Serves requests from now on; until then each is answered with a 503. */
  serve(listener: RequestListener): void;
  /** Takes no more requests and waits up to three seconds for those under way. May be called again. */
  close(): Promise<void>;
};

const graceMs = 3000;
// Longer than proxies usually keep an idle connection, so that they never write into a closing one.
const keepAliveMs = 65_000;

/**
 * Listens on 127.0.0.1 at once, so that the port is known and taken before anything else starts.
 * @param port 0 picks a free one
 * @throws Error with one sentence if the port is taken or not allowed
 */
export async function listenForSite(port: number): Promise<SiteServer> {
  let current = sayStarting;
  const options = { keepAliveTimeout: keepAliveMs, maxHeaderSize: READABLE_HEAD_BYTES };
  const server = createServer(options, (request, response) => current(request, response));
  server.listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (error) {
    throw new Error(reasonOf(port, error), { cause: error });
  }
  let closing: Promise<void> | undefined;
  return {
    port: (server.address() as AddressInfo).port,
    server,
    serve: (listener) => void (current = listener),
    close: () => (closing ??= closeWhenAnswered(server)),
  };
}

/** Lets what is being answered end, for a while. */
async function closeWhenAnswered(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  await settlesWithin(closed, graceMs);
  server.closeAllConnections();
  await closed;
}

const sayStarting: RequestListener = (_request, response) => {
  response.writeHead(503, { 'Retry-After': '1', 'Content-Type': 'text/plain' }).end('Starting.\n');
};

function reasonOf(port: number, error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE')
    return `Port ${port} is taken by another program. Stop it, or choose another port: PORT=${port + 1} npm start`;
  if (code === 'EACCES') return `Port ${port} may not be used by this account: choose one above 1023.`;
  return `Port ${port} cannot be listened on: ${String(error)}`;
}
