import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createLiveReload } from '../../infra/local/live-reload.ts';

let server: Server;
let site: string;
let liveReload: ReturnType<typeof createLiveReload>;

beforeEach(async () => {
  liveReload = createLiveReload();
  server = createServer((request, response) => {
    if (!liveReload.listener({ request, response })) response.writeHead(404).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  liveReload.close();
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

it('tells an open page its version, and a new one after a change', async () => {
  const reply = await fetch(`${site}/__dev/events`);
  expect(reply.headers.get('content-type')).toBe('text/event-stream');
  const reader = reply.body?.pipeThrough(new TextDecoderStream()).getReader();
  const first = (await reader?.read())?.value;
  expect(first).toMatch(/^data: [0-9a-f-]{36}\n\n$/);
  liveReload.reload();
  const second = (await reader?.read())?.value;
  expect(second).toMatch(/^data: [0-9a-f-]{36}\n\n$/);
  expect(second).not.toBe(first);
  liveReload.close();
  expect((await reader?.read())?.done).toBe(true);
});

it('puts its script into pages as a file, as the content policy requires', async () => {
  const html = liveReload.transformHtml('<html><head><title>x</title></head><body></body></html>');
  const address = /<script src="([^"]+)" defer><\/script><\/head>/.exec(html)?.[1];
  expect(address).toBe('/__dev/reload.js');
  const script = await fetch(site + String(address));
  expect(script.headers.get('content-type')).toBe('text/javascript');
  expect(await script.text()).toContain('location.reload()');
});

it('leaves everything else to the edge', async () => {
  expect((await fetch(`${site}/__dev/other`)).status).toBe(404);
  expect((await fetch(`${site}/`)).status).toBe(404);
});
