import { hashKey, partialMatchKey, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query';

/** The cached queries that a change is about: those whose key begins with this one or, if exact, is this one. */
export type Scope = { readonly queryKey: QueryKey; readonly exact?: boolean };

/** How one change shows in a query's data. Safe to apply to data that already has it. Undefined: there is none left. */
export type Patch = (data: unknown, query: PatchedQuery) => unknown;

export type PatchedQuery = {
  readonly queryKey: QueryKey;
  /** Whether all of the data has just been read, so that nobody has seen where things are. */
  readonly isAnswer: boolean;
  /** Whether it is on the screen. */
  readonly isActive: boolean;
};

/** Whether a change of this scope is about a query. */
export function isInScope(queryKey: QueryKey, scope: Scope): boolean {
  return scope.exact
    ? hashKey(queryKey) === hashKey(scope.queryKey)
    : partialMatchKey(queryKey, scope.queryKey);
}

/** Writes without making the data look newer than it is, or as if it had been read again after a failure. */
export function writeData(client: QueryClient, query: Query, data: unknown): void {
  if (data === query.state.data) return;
  if (data === undefined) {
    client.removeQueries({ queryKey: query.queryKey, exact: true, type: 'inactive' });
    return;
  }
  query.setState({ data });
}

/** Patches what is cached. Answers that are on their way replace it: for what is not read again, record the change. */
export function patchQueries(client: QueryClient, scope: Scope, patch: Patch): void {
  for (const query of client.getQueryCache().findAll(scope)) {
    const { data } = query.state;
    if (data === undefined) continue;
    const { queryKey } = query;
    writeData(client, query, patch(data, { queryKey, isAnswer: false, isActive: query.isActive() }));
  }
}
