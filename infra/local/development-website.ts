import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import path from 'node:path';
import { createServer, type Connect } from 'vite';
import { projectDir } from '../build/project-paths.ts';
import { sendFile, type Website } from './cloudfront/web-origin.ts';

const root = path.join(projectDir, 'web');

/**
 * Vite instead of the web build: pages and modules are made of the sources when they are asked for, and open pages
 * take in what changes.
 * @param server what the site listens with; open pages hear of changes there, too
 */
export async function openDevelopmentWebsite(server: Server): Promise<Website> {
  const nonce = randomBytes(16).toString('base64');
  const vite = await createServer({
    root,
    configLoader: 'native',
    appType: 'custom',
    clearScreen: false,
    html: { cspNonce: nonce },
    server: { middlewareMode: true, ws: { server } },
  });
  return {
    async send(file, exchange) {
      if (await answeredBy(vite.middlewares, exchange)) return;
      if (!file.endsWith('.html')) return sendFile(undefined, exchange);
      const source = await readFile(path.join(root, 'index.html'), 'utf8');
      const page = await vite.transformIndexHtml(file, source);
      const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' };
      exchange.response.writeHead(200, headers).end(page);
    },
    // Vite and React's Fast Refresh add a script and styles to the page; Vite has a socket, and a worker that waits for
    // the next start.
    extendPolicy: (policy) =>
      policy
        .replace("script-src 'self'", `$& 'nonce-${nonce}'`)
        .replace("style-src 'self'", `$& 'nonce-${nonce}'`)
        .replace("connect-src 'self'", '$& ws:')
        .replace("worker-src 'self'", '$& blob:'),
    close: () => vite.close(),
  };
}

/** Whether they have answered; false once they have passed the request on. */
function answeredBy(
  middlewares: Connect.Server,
  { request, response }: Parameters<Website['send']>[1],
): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  response.once('close', () => resolve(true));
  middlewares(request, response, () => resolve(false));
  return promise;
}
