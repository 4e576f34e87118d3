import {
  environmentManager,
  focusManager,
  MutationObserver,
  onlineManager,
  QueryClientProvider,
  QueryObserver,
  type QueryClient,
} from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../../web/src/lib/query-client.ts';
import { userQuery, useSession } from '../../../web/src/lib/use-session.ts';

const DAY_MS = 86_400_000;
let client: QueryClient;

// Without a window, the library assumes a server, and neither retries nor sets timers.
beforeAll(() => environmentManager.setIsServer(() => false));
beforeEach(() => {
  vi.useFakeTimers();
  client = createQueryClient();
});
afterEach(() => {
  client.clear();
  onlineManager.setOnline(true);
  focusManager.setFocused(undefined);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A query with a spy; `look` mounts an observer. */
function read(queryFn: () => Promise<string>) {
  const queryKey = ['/api/events'];
  const asked = vi.fn<() => Promise<string>>(queryFn);
  const look = () => new QueryObserver(client, { queryKey, queryFn: asked }).subscribe(() => undefined);
  return { queryKey, asked, look };
}

const offline = async (): Promise<never> => {
  throw new TypeError('Failed to fetch');
};

describe('a query', () => {
  it('is not retried after a failure', async () => {
    const { asked, look, queryKey } = read(offline);
    const leave = look();
    await vi.advanceTimersByTimeAsync(DAY_MS);
    expect(client.getQueryState(queryKey)?.status).toBe('error');
    expect(asked).toHaveBeenCalledTimes(1);
    leave();
  });

  it('also runs if the browser reports offline', async () => {
    onlineManager.setOnline(false);
    const { asked, look } = read(async () => 'events');
    const leave = look();
    await vi.advanceTimersByTimeAsync(0);
    expect(asked).toHaveBeenCalledTimes(1);
    leave();
  });

  it('never becomes stale', async () => {
    const { asked, look } = read(async () => 'events');
    const leave = look();
    await vi.advanceTimersByTimeAsync(DAY_MS);
    const leaveToo = look();
    await vi.advanceTimersByTimeAsync(0);
    expect(asked).toHaveBeenCalledTimes(1);
    leave();
    leaveToo();
  });

  it.each([
    [
      'the window is focused',
      () => {
        focusManager.setFocused(false);
        focusManager.setFocused(true);
      },
    ],
    [
      'the network is back',
      () => {
        onlineManager.setOnline(false);
        onlineManager.setOnline(true);
      },
    ],
  ])('is not refetched when %s, even if it is invalidated', async (_, happen) => {
    client.mount();
    const { asked, look, queryKey } = read(async () => 'events');
    const leave = look();
    await vi.advanceTimersByTimeAsync(0);
    await client.invalidateQueries({ queryKey, refetchType: 'none' });
    happen();
    await vi.advanceTimersByTimeAsync(DAY_MS);
    expect(asked).toHaveBeenCalledTimes(1);
    leave();
    client.unmount();
  });
});

it('does not retry a failed mutation', async () => {
  const write = vi.fn<() => Promise<never>>(offline);
  const failed = new MutationObserver(client, { mutationFn: write }).mutate().catch(() => 'failed');
  await vi.advanceTimersByTimeAsync(DAY_MS);
  expect(await failed).toBe('failed');
  expect(write).toHaveBeenCalledTimes(1);
});

const refusal = (status: number) => async () =>
  new Response(JSON.stringify({ message: 'No.', code: 'no' }), { status });
const known = async () => Response.json({ id: 'usr_1', email: 'ada@example.com', firstName: 'Ada' });
const Session = () => {
  const { user, isLoading } = useSession();
  return isLoading ? 'loading' : (user?.firstName ?? 'signed out');
};
const shown = () =>
  renderToStaticMarkup(createElement(QueryClientProvider, { client }, createElement(Session)));

describe('the session', () => {
  it.each([
    ['an answer', known, 'Ada'],
    ['a 401', refusal(401), 'signed out'],
    ['a 403', refusal(403), 'signed out'],
    ['a 500', refusal(500), 'signed out'],
    ['a lost network', offline, 'signed out'],
  ])('is looked up once, and %s decides it', async (_, answer, session) => {
    const fetched = vi.fn<() => Promise<Response>>(answer);
    vi.stubGlobal('fetch', fetched);
    expect(shown()).toBe('loading');
    const leave = new QueryObserver(client, userQuery).subscribe(() => undefined);
    await vi.advanceTimersByTimeAsync(DAY_MS);
    expect(shown()).toBe(session);
    // A component that mounts later.
    const leaveToo = new QueryObserver(client, userQuery).subscribe(() => undefined);
    await vi.advanceTimersByTimeAsync(0);
    expect(shown()).toBe(session);
    expect(fetched).toHaveBeenCalledTimes(1);
    leave();
    leaveToo();
  });
});
