import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';

type Authorizer = (event: { headers?: Record<string, string> }) => Promise<{ isAuthorized: boolean }>;
const { createAuthorizer } = createRequire(import.meta.url)(
  '../../infra/constructs/origin-authorizer.cjs',
) as {
  createAuthorizer: (ports: { read: () => Promise<string>; now: () => number }) => Authorizer;
};

/** An authorizer whose secret and clock the test controls. */
function authorizerWith(secret: string) {
  const state = { secret, nowMs: 0, reads: 0 };
  const ask = createAuthorizer({
    read: async () => {
      state.reads += 1;
      return state.secret;
    },
    now: () => state.nowMs,
  });
  const shown = async (value: string) => (await ask({ headers: { 'x-origin-secret': value } })).isAuthorized;
  return { state, ask, shown };
}

describe('the origin authorizer', () => {
  it('lets through whoever shows the secret, and reads it once', async () => {
    const { state, shown } = authorizerWith('right');
    expect(await shown('right')).toBe(true);
    expect(await shown('right')).toBe(true);
    expect(state.reads).toBe(1);
  });

  it.each(['wrong', 'righ', 'right ', 'Right', 'undefined'])('refuses "%s"', async (value) => {
    const { shown } = authorizerWith('right');
    expect(await shown(value)).toBe(false);
  });

  it('refuses without reading the secret if none is shown', async () => {
    const { state, ask, shown } = authorizerWith('right');
    expect(await ask({})).toEqual({ isAuthorized: false });
    expect(await ask({ headers: {} })).toEqual({ isAuthorized: false });
    expect(await shown('')).toBe(false);
    expect(state.reads).toBe(0);
  });

  it('reads the secret again at most once a minute', async () => {
    const { state, shown } = authorizerWith('old');
    expect(await shown('old')).toBe(true);
    state.secret = 'new';
    state.nowMs = 59_999;
    expect(await shown('new')).toBe(false);
    expect(state.reads).toBe(1);
    state.nowMs = 60_000;
    expect(await shown('new')).toBe(true);
    expect(await shown('old')).toBe(false);
    expect(state.reads).toBe(2);
  });

  it('lets nobody through while the secret cannot be read', async () => {
    const ask = createAuthorizer({ read: () => Promise.reject(new Error('denied')), now: () => 0 });
    await expect(ask({ headers: { 'x-origin-secret': 'undefined' } })).rejects.toThrow('denied');
  });
});
