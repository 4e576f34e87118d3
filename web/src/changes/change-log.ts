import type { Query, QueryCacheNotifyEvent, QueryClient, QueryKey } from '@tanstack/react-query';
import { isSettling, type LocalChange, type RecordedChange } from './local-change.ts';
import { isInScope, type PatchedQuery, patchQueries, type Scope, writeData } from './patch-queries.ts';
import { endViewing } from './viewing.ts';

/** Answers requested before this tick are too old. */
type StaleMark = { readonly scope: Scope; readonly tick: number; readonly refetches: boolean };

type ReadData<T> = {
  readonly data: T;
  /** Whether something changed meanwhile that could not be applied. */
  readonly isStale: boolean;
  /** The tick of the request. */
  readonly requestedAt: number;
};

/**
 * What was changed in this browser. A change is applied to the cache at once, and again to every answer that was
 * requested before the server confirmed it, or shortly after: such an answer cannot undo it.
 */
class ChangeLog {
  readonly #client: QueryClient;
  /** Counts changes, and requests outside of queries. Changes and requests are ordered by it. */
  #tick = 0;
  /** The tick at which each request under way began. */
  readonly #requests = new Map<object, number>();
  readonly #changes = new Map<string, RecordedChange>();
  #marks: readonly StaleMark[] = [];

  constructor(client: QueryClient) {
    this.#client = client;
    const cache = client.getQueryCache();
    for (const query of cache.findAll({ fetchStatus: 'fetching' })) this.#requests.set(query, 0);
    cache.subscribe((event) => this.#follow(event));
  }

  record(change: LocalChange): void {
    this.#tick += 1;
    const id = change.isRead ? `${change.id} ${this.#tick}` : change.id;
    this.#changes.delete(id);
    this.#changes.set(id, { ...change, tick: this.#tick, recordedMs: Date.now() });
    patchQueries(this.#client, change.scope, change.patch);
    this.#prune();
  }

  isPending(id: string): boolean {
    return this.#changes.get(id)?.isPending === true;
  }

  markStale(scope: Scope, refetches: boolean): Promise<void> {
    this.#tick += 1;
    this.#marks = [...this.#marks, { scope, tick: this.#tick, refetches }];
    const done = this.#client.invalidateQueries({ ...scope, refetchType: refetches ? 'active' : 'none' });
    if (refetches) this.#noteRestarted(scope);
    this.#prune();
    return done;
  }

  markRequestsStale(scope: Scope): void {
    this.#tick += 1;
    this.#marks = [...this.#marks, { scope, tick: this.#tick, refetches: true }];
    this.#prune();
  }

  forgetUnsettled(): void {
    for (const [id, { isFinal }] of this.#changes) if (!isFinal) this.#changes.delete(id);
  }

  async read<T>(queryKey: QueryKey, read: () => Promise<T>): Promise<ReadData<T>> {
    const request = {};
    // So that of two requests one is the later.
    this.#tick += 1;
    const begun = this.#tick;
    this.#requests.set(request, begun);
    try {
      const data = await read();
      return {
        data: this.#correct(data, { queryKey, begun, isAnswer: true, isActive: true }) as T,
        isStale: this.#marksSince(begun, queryKey).length > 0,
        requestedAt: begun,
      };
    } finally {
      this.#requests.delete(request);
    }
  }

  #follow(event: QueryCacheNotifyEvent): void {
    const { type, query } = event;
    if (type === 'removed') this.#requests.delete(query);
    if (type !== 'updated') return;
    const { action } = event;
    if (action.type === 'fetch') this.#requests.set(query, this.#tick);
    const begun = this.#requests.get(query);
    if (begun === undefined) return;
    if (action.type === 'success' && !action.manual) {
      this.#requests.delete(query);
      this.#correctAnswer(query, begun);
    } else if (action.type === 'setState' && action.state.fetchStatus === 'idle') {
      // Cancelled: the state from before the request is back.
      this.#requests.delete(query);
      if (this.#marksSince(begun, query.queryKey).length > 0) query.invalidate();
    } else if (action.type === 'error') this.#requests.delete(query);
  }

  #correctAnswer(query: Query, begun: number): void {
    const { queryKey } = query;
    const { data, fetchMeta } = query.state;
    // The next page of a list comes with the pages that are already shown.
    const isAnswer = fetchMeta?.fetchMore === undefined;
    const input = { queryKey, begun, isAnswer, isActive: query.isActive() };
    writeData(this.#client, query, this.#correct(data, input));
    const marks = this.#marksSince(begun, queryKey);
    if (marks.length === 0) return;
    query.invalidate();
    if (!marks.some(({ refetches }) => refetches)) return;
    // Not before the request that was just answered has ended.
    queueMicrotask(() => void this.#client.refetchQueries({ queryKey, exact: true, type: 'active' }));
  }

  #correct(data: unknown, { begun, ...query }: PatchedQuery & { begun: number }): unknown {
    let corrected = data;
    for (const change of this.#changes.values()) {
      const isOlder = (change.requestedAt ?? change.tick) > begun || isSettling(change);
      if ((isOlder || change.isFinal) && isInScope(query.queryKey, change.scope)) {
        corrected = change.patch(corrected, query);
      }
    }
    return corrected;
  }

  #marksSince(tick: number, queryKey: QueryKey): readonly StaleMark[] {
    return this.#marks.filter((mark) => mark.tick > tick && isInScope(queryKey, mark.scope));
  }

  /** An invalidation cancels a request that only renews data, and makes it again. */
  #noteRestarted(scope: Scope): void {
    const cache = this.#client.getQueryCache();
    for (const query of cache.findAll({ ...scope, type: 'active', fetchStatus: 'fetching' })) {
      if (query.state.data !== undefined) this.#requests.set(query, this.#tick);
    }
  }

  #prune(): void {
    const oldest = Math.min(this.#tick, ...this.#requests.values());
    this.#marks = this.#marks.filter(({ tick }) => tick > oldest);
    for (const [id, change] of this.#changes) {
      if (!change.isFinal && !isSettling(change) && change.tick <= oldest) this.#changes.delete(id);
    }
  }
}

const logs = new WeakMap<QueryClient, ChangeLog>();

function logOf(client: QueryClient): ChangeLog {
  const log = logs.get(client) ?? new ChangeLog(client);
  logs.set(client, log);
  return log;
}

/** Applies a change to the cache, and to the answers that do not have it yet. */
export function recordChange(client: QueryClient, change: LocalChange): void {
  logOf(client).record(change);
}

/** Whether the server has not confirmed a change yet. */
export const isPendingChange = (client: QueryClient, id: string): boolean => logOf(client).isPending(id);

/**
 * Says that data has changed in a way that only the server knows: what is on the screen is read again, the rest when it
 * is next shown, and so is what is being read now.
 * @returns a promise that resolves once what is on the screen is read again
 */
export function markStale(
  client: QueryClient,
  scope: Scope,
  { refetches = true }: { refetches?: boolean } = {},
): Promise<void> {
  return logOf(client).markStale(scope, refetches);
}

/** Says that answers which are on their way are too old. What is cached has been patched. */
export function markRequestsStale(client: QueryClient, scope: Scope): void {
  logOf(client).markRequestsStale(scope);
}

/**
 * From now on answers are to somebody else: they are not corrected by what was changed so far, or is under way, except by
 * what cannot be undone.
 */
export function forgetUnsettledChanges(client: QueryClient): void {
  endViewing(client);
  logOf(client).forgetUnsettled();
}

/** Reads data outside of its query. The result has the changes made meanwhile. */
export function readWithChanges<T>(
  client: QueryClient,
  queryKey: QueryKey,
  read: () => Promise<T>,
): Promise<ReadData<T>> {
  return logOf(client).read(queryKey, read);
}
