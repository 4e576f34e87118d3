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
import { queryKeys } from '../../../web/src/lib/query-keys.ts';
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
function createQuery(queryFn: () => Promise<string>) {
  const queryKey = queryKeys.events;
  const spy = vi.fn<() => Promise<string>>(queryFn);
  const observe = () => new QueryObserver(client, { queryKey, queryFn: spy }).subscribe(() => undefined);
  return { queryKey, spy, observe };
}

const offline = async (): Promise<never> => {
  throw new TypeError('Failed to fetch');
};

describe('a query', () => {
  it('is not retried after a failure', async () => {
    const { spy, observe, queryKey } = createQuery(offline);
    const unsubscribe = observe();
    await vi.advanceTimersByTimeAsync(DAY_MS);
    expect(client.getQueryState(queryKey)?.status).toBe('error');
    expect(spy).toHaveBeenCalledTimes(1);
    unsubscribe();
  });

  it('also runs if the browser reports offline', async () => {
    onlineManager.setOnline(false);
    const { spy, observe } = createQuery(async () => 'events');
    const unsubscribe = observe();
    await vi.advanceTimersByTimeAsync(0);
    expect(spy).toHaveBeenCalledTimes(1);
    unsubscribe();
  });

  it('never becomes stale', async () => {
    const { spy, observe } = createQuery(async () => 'events');
    const unsubscribe = observe();
    await vi.advanceTimersByTimeAsync(DAY_MS);
    const unsubscribeOther = observe();
    await vi.advanceTimersByTimeAsync(0);
    expect(spy).toHaveBeenCalledTimes(1);
    unsubscribe();
    unsubscribeOther();
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
  ])('is not refetched when %s, even if it is invalidated', async (_, trigger) => {
    client.mount();
    const { spy, observe, queryKey } = createQuery(async () => 'events');
    const unsubscribe = observe();
    await vi.advanceTimersByTimeAsync(0);
    await client.invalidateQueries({ queryKey, refetchType: 'none' });
    trigger();
    await vi.advanceTimersByTimeAsync(DAY_MS);
    expect(spy).toHaveBeenCalledTimes(1);
    unsubscribe();
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
const signedIn = async () => Response.json({ id: 'usr_1', email: 'ada@example.com', firstName: 'Ada' });
const Session = () => {
  const { user, isLoading } = useSession();
  return isLoading ? 'loading' : (user?.firstName ?? 'signed out');
};
const renderSession = () =>
  renderToStaticMarkup(createElement(QueryClientProvider, { client }, createElement(Session)));

describe('the session', () => {
  it.each([
    ['an answer', signedIn, 'Ada'],
    ['a 401', refusal(401), 'signed out'],
    ['a 403', refusal(403), 'signed out'],
    ['a 500', refusal(500), 'signed out'],
    ['a lost network', offline, 'signed out'],
  ])('is looked up once, and %s decides it', async (_, respond, session) => {
    const fetched = vi.fn<() => Promise<Response>>(respond);
    vi.stubGlobal('fetch', fetched);
    expect(renderSession()).toBe('loading');
    const unsubscribe = new QueryObserver(client, userQuery).subscribe(() => undefined);
    await vi.advanceTimersByTimeAsync(DAY_MS);
    expect(renderSession()).toBe(session);
    // A component that mounts later.
    const unsubscribeOther = new QueryObserver(client, userQuery).subscribe(() => undefined);
    await vi.advanceTimersByTimeAsync(0);
    expect(renderSession()).toBe(session);
    expect(fetched).toHaveBeenCalledTimes(1);
    unsubscribe();
    unsubscribeOther();
  });
});
