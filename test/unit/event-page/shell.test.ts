import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, vi } from 'vitest';
import { readShell } from '../../../functions/event-page/shell.ts';

it('takes a new policy for a page that is still the same, and asks no more than every two seconds', async () => {
  let policy = "style-src 'self'";
  const statuses: number[] = [];
  const website = createServer((request, response) => {
    response.setHeader('etag', '"1"');
    response.setHeader('content-security-policy', policy);
    const isKnown = request.headers['if-none-match'] === '"1"';
    statuses.push(isKnown ? 304 : 200);
    response.writeHead(isKnown ? 304 : 200).end(isKnown ? undefined : '<html></html>');
  });
  website.listen(0, 'localhost');
  await once(website, 'listening');
  process.env['SITE_URL'] = `http://localhost:${(website.address() as AddressInfo).port}`;
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    expect((await readShell()).policy).toBe(policy);
    policy = "style-src 'none'";
    vi.advanceTimersByTime(60_000);
    expect(await readShell()).toMatchObject({ html: '<html></html>', policy });
    expect(statuses).toEqual([200, 304]);
    vi.advanceTimersByTime(1999);
    expect(await readShell()).toMatchObject({ html: '<html></html>', policy });
    expect(statuses).toEqual([200, 304]);
    vi.advanceTimersByTime(1);
    await readShell();
    expect(statuses).toEqual([200, 304, 304]);
  } finally {
    vi.useRealTimers();
    website.close();
  }
});
