import { expect, inject, it } from 'vitest';
import { type ApiResponse, Client } from '../fixtures/api-client.ts';

const base = inject('siteUrl');

/** Submits the sign-in form of a tab. @returns what the provider answers, not followed */
async function submit(client: Client, page: ApiResponse, email: string): Promise<URL> {
  const action = /<form method="post" action="([^"]+)"/.exec(page.text)?.[1] ?? '';
  const body = new URLSearchParams({ email, firstName: 'Ada', lastName: 'Lovelace' });
  let answer = await client.send('POST', new URL(action, page.url), {
    body,
    headers: { origin: page.url.origin },
  });
  for (let hops = 0; hops < 5; hops += 1) {
    const next = new URL(answer.headers.get('location') ?? '', answer.url);
    if (next.pathname === '/api/login/callback') return next;
    answer = await client.send('GET', next, {});
  }
  throw new Error('No way back to the site.');
}

const locationOf = ({ headers }: ApiResponse): string | null => headers.get('location');

it('two tabs that sign in at once both come back to their page, each by its own link and once', async () => {
  const browser = new Client(base);
  const email = `${crypto.randomUUID()}@example.com`;
  const pages = [
    await browser.follow('/api/login?returnTo=/event/one'),
    await browser.follow('/api/login?returnTo=/event/two'),
  ] as const;
  const back = [await submit(browser, pages[0], email), await submit(browser, pages[1], email)] as const;

  // A link of one browser's sign-in signs nobody else in.
  const stranger = await new Client(base).send('GET', back[0], {});
  expect(locationOf(stranger)).toBe('/?signin=failed');
  expect(stranger.headers.getSetCookie().join()).not.toContain('__Host-session=');

  expect(locationOf(await browser.send('GET', back[1], {}))).toBe('/event/two');
  expect(locationOf(await browser.send('GET', back[0], {}))).toBe('/event/one');
  expect((await browser.get('/api/auth/user')).json).toMatchObject({ email });
  expect(locationOf(await browser.send('GET', back[0], {}))).toBe('/?signin=failed');
});
