import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  callUrl,
  call,
  CallError,
  callPage,
  isUnknownGuest,
  messageOf,
  nextCursor,
  setCallingPage,
  statusOf,
} from '../../../web/src/lib/call.ts';

afterEach(() => vi.unstubAllGlobals());

function stubFetch(body: string | null, init: ResponseInit = {}) {
  const fetchSpy = vi.fn<() => Promise<Response>>(async () => new Response(body, init));
  vi.stubGlobal('fetch', fetchSpy);
  return fetchSpy;
}

describe('callUrl', () => {
  test('fills in parameters and leaves out undefined query fields', () => {
    const address = callUrl('/api/events/{eventId}/media', {
      params: { eventId: 'evt_1/2' },
      query: { sortBy: 'votes', limit: 5, cursor: undefined },
    });
    expect(address).toBe('/api/events/evt_1%2F2/media?sortBy=votes&limit=5');
  });
});

describe('call', () => {
  test('sends method, cookies and JSON, and returns the parsed body', async () => {
    const fetchSpy = stubFetch('{"id":"evt_1"}', { status: 201 });
    const reply = await call('POST /api/events', { body: { name: 'Party' } });
    expect(reply).toEqual({ id: 'evt_1' });
    expect(fetchSpy).toHaveBeenCalledWith('/api/events', {
      method: 'POST',
      credentials: 'include',
      headers: { 'content-type': 'application/json' },
      body: '{"name":"Party"}',
      signal: undefined,
    });
  });

  test('returns undefined for 204', async () => {
    stubFetch(null, { status: 204 });
    const params = { eventId: 'evt_1' };
    expect(await call('DELETE /api/events/{eventId}', { params })).toBeUndefined();
  });

  test('fails with the status and the body’s text', async () => {
    const body = '{"message":"Already voted","code":"already_voted"}';
    stubFetch(body, { status: 409 });
    const error: unknown = await call('GET /api/events', {}).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(CallError);
    expect((error as CallError).message).toBe(`409: ${body}`);
    expect((error as CallError).userMessage).toBe('Already voted');
    expect((error as CallError).code).toBe('already_voted');
    expect(statusOf(error)).toBe(409);
    expect(messageOf(error, 'otherwise')).toBe('Already voted');
  });

  test('uses the status text if the body is empty', async () => {
    stubFetch('', { status: 502, statusText: 'Bad Gateway' });
    await expect(call('GET /api/events', {})).rejects.toThrow(/^502: Bad Gateway$/);
  });

  test.each([
    ['5', 5],
    [null, undefined],
    ['Wed, 21 Oct 2026 07:28:00 GMT', undefined],
  ])('parses Retry-After %s', async (retryAfter, seconds) => {
    stubFetch('{}', { status: 503, headers: retryAfter === null ? {} : { 'retry-after': retryAfter } });
    const error: unknown = await call('GET /api/events', {}).catch((reason: unknown) => reason);
    expect((error as CallError).retryAfterSeconds).toBe(seconds);
  });

  test('does not show a proxy’s page to users', async () => {
    stubFetch('<html>gone</html>', { status: 503 });
    const error: unknown = await call('GET /api/events', {}).catch((reason: unknown) => reason);
    expect(messageOf(error, 'otherwise')).toBe('otherwise');
    expect(messageOf(new TypeError('network'), 'otherwise')).toBe('otherwise');
    expect(statusOf(new TypeError('network'))).toBeUndefined();
  });
});

const unauthorised = (code: string) =>
  new CallError({ status: 401, statusText: '', text: JSON.stringify({ message: 'No', code }) });

/** A page that takes `user` for signed in. @returns for whom it was told of refusals */
function openPage(user: string | undefined) {
  const refused: string[] = [];
  setCallingPage({
    expectedUser: () => user,
    onUnauthorised: async (expectedUser) => void refused.push(expectedUser),
  });
  return refused;
}
const headersOf = (spy: ReturnType<typeof stubFetch>) =>
  (spy.mock.calls[0] as unknown as [string, RequestInit])[1].headers;

const challenge = { challenge: 'e.1.13.salt.seal', bits: 13 };
const asksForWork = () =>
  Response.json({ message: 'Busy', code: 'proof_required', ...challenge }, { status: 429 });
type ProveWork = NonNullable<NonNullable<Parameters<typeof setCallingPage>[0]>['proveWork']>;
const pageThat = (proveWork: ProveWork) =>
  setCallingPage({ expectedUser: () => undefined, onUnauthorised: async () => undefined, proveWork });

describe('a call that has to prove work first', () => {
  afterEach(() => setCallingPage(undefined));

  test('is repeated with the proof, the same otherwise, and nobody learns of it', async () => {
    const asked: unknown[] = [];
    pageThat((refusal, repeat) => {
      asked.push(refusal.proof);
      return repeat(`${challenge.challenge}:7`);
    });
    const fetchSpy = vi
      .fn<(url: string, init: { headers: Record<string, string> }) => Promise<Response>>()
      .mockResolvedValueOnce(asksForWork())
      .mockResolvedValueOnce(Response.json({ id: 'gst_1' }));
    vi.stubGlobal('fetch', fetchSpy);
    expect(await call('POST /api/guests', { body: { name: 'Grace' } })).toEqual({ id: 'gst_1' });
    expect(asked).toEqual([challenge]);
    const [first, second] = fetchSpy.mock.calls.map(([, init]) => init);
    expect(second).toEqual({
      ...first,
      headers: { ...first?.headers, 'x-proof-of-work': 'e.1.13.salt.seal:7' },
    });
  });

  test('is repeated for the same person, whoever is signed in by then', async () => {
    let user = 'usr_1';
    setCallingPage({
      expectedUser: () => user,
      onUnauthorised: async () => undefined,
      proveWork: (_, repeat) => {
        user = 'usr_2';
        return repeat('proof');
      },
    });
    const fetchSpy = vi
      .fn<(url: string, init: { headers: Record<string, string> }) => Promise<Response>>()
      .mockResolvedValueOnce(asksForWork())
      .mockResolvedValueOnce(new Response(null, { status: 204 }));
    vi.stubGlobal('fetch', fetchSpy);
    await call('DELETE /api/events/{eventId}', { params: { eventId: 'evt_1' } });
    const users = fetchSpy.mock.calls.map(([, { headers }]) => headers['x-gatherlens-user']);
    expect(users).toEqual(['usr_1', 'usr_1']);
  });

  test.each([
    ['whose proof is not taken', ((_, repeat) => repeat('x')) satisfies ProveWork, 2],
    ['whose page cannot prove work', ((refusal) => Promise.reject(refusal)) satisfies ProveWork, 1],
  ])('%s fails with what the server said', async (_, proveWork, calls) => {
    pageThat(proveWork);
    const fetchSpy = vi.fn<() => Promise<Response>>(async () => asksForWork());
    vi.stubGlobal('fetch', fetchSpy);
    await expect(call('POST /api/guests', { body: { name: 'Grace' } })).rejects.toMatchObject({
      status: 429,
    });
    expect(fetchSpy).toHaveBeenCalledTimes(calls);
  });
});

describe('a call of a page', () => {
  afterEach(() => setCallingPage(undefined));

  test.each([
    ['usr_1', { 'x-gatherlens-user': 'usr_1' }, { 'x-gatherlens-user': 'usr_1' }],
    ['none', {}, { 'x-gatherlens-user': 'none' }],
    [undefined, {}, {}],
  ])('names whom the page takes for signed in: %s', async (user, onRead, onWrite) => {
    openPage(user);
    const read = stubFetch('[]');
    await call('GET /api/events', {});
    expect(headersOf(read)).toEqual(onRead);
    const write = stubFetch('{}');
    await call('DELETE /api/events/{eventId}', { params: { eventId: 'evt_1' } });
    expect(headersOf(write)).toEqual(onWrite);
  });

  test('names nobody where it asks who is signed in, and somebody else where it is made for them', async () => {
    openPage('usr_1');
    const lookup = stubFetch('{}');
    await call('GET /api/auth/user', {});
    expect(headersOf(lookup)).toEqual({});
    const other = stubFetch('[]');
    await call('GET /api/events', { as: 'usr_2' });
    expect(headersOf(other)).toEqual({ 'x-gatherlens-user': 'usr_2' });
  });

  test.each([
    ['usr_1', 401, 'session_changed', ['usr_1']],
    ['usr_1', 401, 'sign_in_required', ['usr_1']],
    ['none', 401, 'session_changed', ['none']],
    // A guest whom the server does not know, or a visitor who has to sign in.
    ['none', 401, 'unauthenticated', []],
    ['usr_1', 403, 'forbidden', []],
    [undefined, 401, 'unauthenticated', []],
  ])(
    'tells the page of a refusal that may be about the session: %s, %i %s',
    async (user, status, code, told) => {
      const refused = openPage(user);
      stubFetch(JSON.stringify({ message: 'No.', code }), { status });
      await expect(call('POST /api/events', { body: { name: 'x' } })).rejects.toMatchObject({ status, code });
      expect(refused).toEqual(told);
    },
  );
});

describe('a guest whom the server does not know', () => {
  test.each([
    ['a 401 that says so', unauthorised('unauthenticated'), true],
    ['a 401 that asks a user to sign in', unauthorised('sign_in_required'), false],
    ['a 401 without a reason', new CallError({ status: 401, statusText: '', text: '' }), false],
    ['a network that failed', new TypeError('network'), false],
  ])('is told by the reason and not by the status: %s', (_, error, expected) =>
    expect(isUnknownGuest(error)).toBe(expected),
  );
});

describe('pages', () => {
  test('have the cursor of the next one', async () => {
    stubFetch('[]', { headers: { link: '</api/events/public?limit=2&cursor=a%2Bb>; rel="next"' } });
    expect(await callPage('GET /api/events/public', {})).toEqual({ items: [], nextCursor: 'a+b' });
  });

  test.each([
    [null, null],
    ['</x?cursor=1>; rel="prev"', null],
    ['</x?cursor=1>; rel=next', '1'],
    ['</x?cursor=1>; rel="prev", <https://h/x?cursor=2>; rel="next"', '2'],
  ])('have the cursor of the Link header %s: %s', (link, cursor) => expect(nextCursor(link)).toBe(cursor));
});
