import { expect, it } from 'vitest';
import { lintTree } from './linted-tree.ts';

// The project itself is linted by `npm run check`; here is what its rules refuse.

const PROLOGUE = `
import { QueryClient, type Query, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '../../lib/query-keys.ts';
declare const client: QueryClient;
declare const query: Query;
`;

/** Which of these texts one rule refuses, each in a file of its own. */
function refused(rule: string, { folder, texts }: { folder: string; texts: readonly string[] }): string[] {
  const files = texts.map((text, index) => [`${folder}/planted-${index}.ts`, PROLOGUE + text] as const);
  const found = new Set(lintTree(Object.fromEntries(files), rule).map(({ file }) => file));
  return files.flatMap(([file], index) => (found.has(file) ? (texts[index] ?? []) : []));
}

const writes = [
  'void client.invalidateQueries();',
  'client\n  .setQueryData\n  (queryKeys.events, []);',
  'client.removeQueries({ queryKey: queryKeys.events });',
  "client['refetchQueries']();",
  'client[`resetQueries`]();',
  'client?.cancelQueries();',
  'client!.setQueriesData({}, 1);',
  'client.clear();',
  'export const empty = (cache: QueryClient) => cache.clear();',
  'export const empty = ({ client: cache }: { client: QueryClient }) => cache.clear();',
  'const cache = useQueryClient();\ncache.clear();',
  'const cache = useQueryClient();\nconst other = cache;\nother.clear();',
  'const cache = client;\ncache.invalidateQueries();',
  'const { setQueryData } = client;',
  'const { invalidateQueries: outdate } = useQueryClient();',
  'const { clear } = client;',
  'export const write = ({ setQueryData }: QueryClient) => setQueryData;',
  'useQueryClient().clear();',
  'new QueryClient().clear();',
  'client.getQueryCache().clear();',
  'const cache = client.getQueryCache();\ncache.clear();',
  'declare const viewing: { client: QueryClient };\nviewing.client.clear();',
  "declare const name: 'clear';\nclient[name]();",
  'client.getQueryCache().findAll().forEach((each) => each.invalidate());',
  'query.invalidate();',
  'query.setState({ data: 1 });',
  'query.setData(1);',
  'query.reset();',
  'void query.fetch();',
  'declare const event: { query: Query };\nvoid event.query.cancel();',
  "import { markStale } from '../../changes/change-log.ts';",
  "import { patchQueries } from '../../changes/patch-queries.ts';",
  "export const load = () => import('../../changes/record-in-lists.ts');",
];

const reads = [
  'client.getQueryData(queryKeys.events);',
  'client.getQueryCache().findAll();',
  'client.getQueryCache().subscribe(() => {});',
  'void client.fetchQuery({ queryKey: queryKeys.events });',
  "import { eventChanged } from '../../changes/event-changes.ts';",
  // A query that is read again by its own observer is as true as it was.
  'const list = useInfiniteQuery({} as never);\nvoid list.refetch();',
  'new Map().clear();',
  'declare const form: { reset(): void };\nform.reset();',
];

it('lint refuses every way of changing queries outside of changes, and no reading', () => {
  const texts = [...writes, ...reads];
  expect(refused('cache-writes', { folder: 'web/src/features/votes', texts })).toEqual(writes);
  expect(refused('cache-writes', { folder: 'web/src/changes', texts })).toEqual([]);
});

const madeElsewhere = [
  "void client.fetchQuery({ queryKey: ['events'] });",
  "void client.fetchQuery({\n  queryKey:\n    ['events'],\n});",
  "void client.fetchQuery({ ['queryKey']: ['events'] });",
  "void client.fetchQuery({ queryKey: ['events'] as const });",
  "const queryKey = ['events'];",
  "client.getQueryData(['events']);",
  "client\n  .getQueryData<string>(\n    ['events'],\n  );",
  "const key = ['events'];\nclient.getQueryState(key);",
  "const key = ['events'];\nvoid client.fetchQuery({ queryKey: key });",
  'void client.fetchQuery({ queryKey: [...queryKeys.events, 1] });',
];

const madeByTheFactory = [
  'void client.fetchQuery({ queryKey: queryKeys.events });',
  "void client.fetchQuery({ queryKey: queryKeys.event('evt_1') });",
  'const { queryKey } = query;\nvoid client.fetchQuery({ queryKey });',
  'client.getQueryData(query.queryKey);',
  'const key = queryKeys.events;\nclient.getQueryData(key);',
];

it('lint refuses keys of queries that the factory did not make', () => {
  const texts = [...madeElsewhere, ...madeByTheFactory];
  expect(refused('query-keys', { folder: 'web/src/features/votes', texts })).toEqual(madeElsewhere);
});
