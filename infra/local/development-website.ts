import { randomBytes } from 'node:crypto';
import { readFile, realpath } from 'node:fs/promises';
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
    server: { middlewareMode: true, ws: { server }, fs: { allow: await sourceFolders() } },
  });
  return {
    async send(file, exchange) {
      if (await answeredBy(vite.middlewares, exchange)) return undefined;
      if (!file.endsWith('.html')) return sendFile(undefined, exchange);
      const source = await readFile(path.join(root, 'index.html'), 'utf8');
      const page = await vite.transformIndexHtml(file, source);
      const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' };
      exchange.response.writeHead(200, headers).end(page);
      return undefined;
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

/**
 * What pages may be made of. By default Vite serves every file of the project to whoever reaches the port, also to other
 * accounts of this machine: the data folder with its secrets lies there, too.
 */
function sourceFolders(): Promise<string[]> {
  const names = ['web', 'shared', 'node_modules'];
  return Promise.all(names.map((name) => realpath(path.join(projectDir, name))));
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
