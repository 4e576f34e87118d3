import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, request as send, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { inject } from 'vitest';
import type { Client } from '../fixtures/api-client.ts';
import { smallJpeg } from '../fixtures/uploads.ts';

type Request = { readonly method: string; readonly path: string };

/** What the network does to a request: an error response, a broken connection, or no response at all. */
type Fault = { status: number } | 'reset' | 'hold' | undefined;
type Faults = (request: Request) => Fault;

/** The system that all tests share, behind a proxy that a test can make fail for the browsers that use it. */
export type FaultyNetwork = {
  /** The site's address. */
  readonly url: string;
  /** The address of the proxy, for a browser context's options. */
  readonly proxy: { readonly server: string };
  /** Paths of all uploads that the object store has taken, each once, in order. */
  readonly stored: string[];
  /** Number of uploads on their way to the object store or back. */
  passing: number;
  /** What happens to each PUT of an upload from now on. */
  onPut: Faults;
  /** What happens to each other request from now on. */
  onCall: Faults;
  readonly close: () => Promise<void>;
};

/** Starts the proxy without faults. */
export async function startFaultyNetwork(): Promise<FaultyNetwork> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '');
    const call = { method: request.method ?? '', path: url.pathname };
    const isUpload = call.method === 'PUT' && call.path.includes('/incoming/');
    const fault = isUpload ? network.onPut(call) : network.onCall(call);
    if (fault !== undefined) return fail(fault, request, response);
    if (isUpload) passUpload(url, request, response, network);
    else pass(url, request, response);
  });
  // Playwright's own requests (`route.fetch`) ask for a tunnel, and meet no faults.
  const tunnels = new Set<Duplex>();
  server.on('connect', ({ url }, socket) => {
    tunnels.add(socket);
    const { hostname, port } = new URL(`http://${url}`);
    const onwards = connect(Number(port), hostname, () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      onwards.pipe(socket).pipe(onwards);
    });
    onwards.on('error', () => socket.destroy());
    socket.on('error', () => onwards.destroy());
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  const network: FaultyNetwork = {
    url: inject('siteUrl'),
    proxy: { server: `http://127.0.0.1:${(server.address() as AddressInfo).port}` },
    stored: [],
    passing: 0,
    onPut: () => undefined,
    onCall: () => undefined,
    close: async () => {
      for (const tunnel of tunnels) tunnel.destroy();
      server.closeAllConnections();
      await new Promise((done) => {
        server.close(done);
      });
    },
  };
  return network;
}

function fail(fault: NonNullable<Fault>, request: IncomingMessage, response: ServerResponse): void {
  if (fault === 'reset') request.socket.resetAndDestroy();
  else if (fault === 'hold') request.pause();
  // Readable by the page, which has another origin than the object store.
  else response.writeHead(fault.status, { 'access-control-allow-origin': '*' }).end();
}

/** @param onStatus called before the browser has the response */
function pass(
  url: URL,
  request: IncomingMessage,
  response: ServerResponse,
  onStatus?: (status: number) => void,
): void {
  const { method, headers } = request;
  const onwards = send(url, { method, headers }, (answer) => {
    const status = answer.statusCode ?? 502;
    onStatus?.(status);
    response.writeHead(status, answer.headers);
    answer.pipe(response);
  });
  onwards.on('error', () => response.destroy());
  response.on('close', () => {
    if (!response.writableFinished) onwards.destroy();
  });
  request.pipe(onwards);
}

/** What the store refuses with a 412 it has taken before, when the browser did not get its response. */
const TAKEN = new Set([200, 412]);

function passUpload(
  url: URL,
  request: IncomingMessage,
  response: ServerResponse,
  network: FaultyNetwork,
): void {
  network.passing += 1;
  response.on('close', () => {
    network.passing -= 1;
  });
  pass(url, request, response, (status) => {
    if (TAKEN.has(status) && !network.stored.includes(url.pathname)) network.stored.push(url.pathname);
  });
}

/** A file as a file chooser takes it. */
export type Photo = { name: string; mimeType: string; buffer: Buffer };

/** Distinct photos of about this size: bytes after a JPEG's end are not part of the picture. */
export function photosOf(count: number, sizeBytes: number): Promise<Photo[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, index) => ({
      name: `photo-${index}.jpg`,
      mimeType: 'image/jpeg',
      buffer: Buffer.concat([await smallJpeg(index), randomBytes(sizeBytes)]),
    })),
  );
}

/** Sorted SHA-256 hashes of files. */
export const hashesOf = (files: readonly Uint8Array[]): string[] =>
  files.map((bytes) => createHash('sha256').update(bytes).digest('hex')).toSorted();

/** Sorted SHA-256 hashes of an event's originals, as its owner downloads them. */
export async function hashesOfOriginals(owner: Client, eventId: string): Promise<string[]> {
  const { json } = await owner.get(`/api/events/${eventId}/media?limit=200`);
  const originals = await Promise.all(
    json.map(async ({ id }: { id: string }) => {
      const { headers } = await owner.get(`/api/media/${id}/download`);
      const response = await fetch(new URL(headers.get('location') ?? '', owner.base));
      return new Uint8Array(await response.arrayBuffer());
    }),
  );
  return hashesOf(originals);
}
