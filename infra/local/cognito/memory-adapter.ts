import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider';

type Entry = { readonly payload: AdapterPayload; readonly expiresAtMs: number };

/**
 * Keeps oidc-provider's codes, sessions and grants in memory. They are short-lived, and after a restart
 * people only see the sign-in page once more. The provider's own memory adapter warns at every start and
 * keeps no more than 1,000.
 */
export function memoryAdapter(now: () => Date): AdapterFactory {
  const entries = new Map<string, Entry>();

  const live = (key: string): AdapterPayload | undefined => {
    const entry = entries.get(key);
    if (entry === undefined) return undefined;
    if (entry.expiresAtMs > now().getTime()) return entry.payload;
    entries.delete(key);
    return undefined;
  };
  const sweep = (): void => {
    for (const key of entries.keys()) live(key);
  };

  return (model): Adapter => {
    const keyOf = (id: string): string => `${model}:${id}`;
    const first = (isWanted: (payload: AdapterPayload) => boolean): AdapterPayload | undefined =>
      entries
        .keys()
        .filter((key) => key.startsWith(`${model}:`))
        .map(live)
        .find((payload) => payload !== undefined && isWanted(payload));
    return {
      async upsert(id, payload, expiresInSeconds) {
        sweep();
        const expiresAtMs =
          expiresInSeconds === undefined ? Infinity : now().getTime() + expiresInSeconds * 1000;
        entries.set(keyOf(id), { payload, expiresAtMs });
      },
      async find(id) {
        return live(keyOf(id));
      },
      async findByUid(uid) {
        return first((payload) => payload.uid === uid);
      },
      async findByUserCode() {
        return undefined;
      },
      async consume(id) {
        const payload = live(keyOf(id));
        if (payload !== undefined) payload.consumed = Math.floor(now().getTime() / 1000);
      },
      async destroy(id) {
        entries.delete(keyOf(id));
      },
      async revokeByGrantId(grantId) {
        for (const [key, { payload }] of entries) {
          if (key.startsWith(`${model}:`) && payload.grantId === grantId) entries.delete(key);
        }
      },
    };
  };
}
