// Plain JavaScript, because lint loads it with whatever Node started it.

import { definitionOf, nameOf, reporter, unwrap } from './syntax.js';

/** What changes the cache or a query, by names that nothing else in the website has. */
const WRITES = new Set([
  'invalidateQueries',
  'refetchQueries',
  'removeQueries',
  'resetQueries',
  'cancelQueries',
  'setQueryData',
  'setQueriesData',
  'setQueryDefaults',
  'resumePausedMutations',
  'invalidate',
  'setData',
  'setState',
]);

/** What changes a single query, by names that other things could have, too. */
const WRITES_OF_A_QUERY = new Set(['reset', 'cancel', 'fetch', 'destroy']);

/** All that is done with a client or its caches outside of changes. */
const READS = new Set([
  'getQueryData',
  'getQueryState',
  'getQueriesData',
  'getQueryCache',
  'getMutationCache',
  'fetchQuery',
  'fetchInfiniteQuery',
  'ensureQueryData',
  'find',
  'findAll',
  'getAll',
  'subscribe',
]);

const SOURCES = new Set(['useQueryClient', 'createQueryClient', 'getQueryCache', 'getMutationCache']);
const CLIENTS = new Set(['client', 'queryClient']);

/** What changes are made of. */
const PARTS = /\/changes\/(?:change-log|local-change|patch-queries|record-in-lists)\.ts$/;

const isClientType = (annotation) =>
  /\b(?:QueryClient|QueryCache)\b/.test(annotation?.typeAnnotation?.typeName?.name ?? '');

/** Whether an expression is a client of queries, or its cache. */
function isClient(expression, sourceCode) {
  const node = unwrap(expression);
  switch (node?.type) {
    case 'Identifier':
      return CLIENTS.has(node.name) || isDeclaredClient(node, sourceCode);
    case 'MemberExpression':
      return CLIENTS.has(nameOf(node));
    case 'CallExpression': {
      const callee = unwrap(node.callee);
      return SOURCES.has(callee.type === 'MemberExpression' ? nameOf(callee) : callee.name);
    }
    case 'NewExpression':
      return node.callee.name === 'QueryClient';
    default:
      return false;
  }
}

function isDeclaredClient(identifier, sourceCode) {
  const definition = definitionOf(identifier, sourceCode);
  if (!definition) return false;
  const { name, node } = definition;
  if (isClientType(name.typeAnnotation)) return true;
  if (name.parent?.type === 'Property') return CLIENTS.has(nameOf(name.parent));
  return node.type === 'VariableDeclarator' && node.id === name && isClient(node.init, sourceCode);
}

/** Whether it is by its name a query of the cache, and not a form or a request. */
function isQuery(expression) {
  const node = unwrap(expression);
  const name = node.type === 'MemberExpression' ? nameOf(node) : node.name;
  return /query$/i.test(name ?? '');
}

function create(context) {
  const { sourceCode } = context;
  const refuse = reporter(
    context,
    'docs/decisions/087-what-a-change-makes-stale.md says where queries change.',
  );
  const check = (node, { name, of }) => {
    if (WRITES.has(name)) refuse(node, `Only web/src/changes may call ${name}`);
    else if (of && isClient(of, sourceCode) && !READS.has(name))
      refuse(node, `Only web/src/changes may call ${name ?? 'this'} of a client`);
    else if (of && WRITES_OF_A_QUERY.has(name) && isQuery(of))
      refuse(node, `Only web/src/changes may call ${name} of a query`);
  };
  return {
    MemberExpression: (node) => check(node, { name: nameOf(node), of: node.object }),
    ObjectPattern: ({ properties, parent }) => {
      const of = parent.type === 'VariableDeclarator' ? parent.init : undefined;
      for (const node of properties) if (node.type === 'Property') check(node, { name: nameOf(node), of });
    },
    ImportDeclaration: ({ source }) => {
      if (PARTS.test(source.value)) refuse(source, `Only web/src/changes may import ${source.value}`);
    },
    ImportExpression: ({ source }) => {
      if (PARTS.test(source.value)) refuse(source, `Only web/src/changes may import ${source.value}`);
    },
  };
}

/** Refuses what changes or drops cached queries. Reading one again, as `refetch()` of its own observer does, is no change. */
export default { create };
