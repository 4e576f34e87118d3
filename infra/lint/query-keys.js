// Plain JavaScript, because lint loads it with whatever Node started it.

import { definitionOf, nameOf, reporter, unwrap } from './syntax.js';

/** Calls whose first argument is a key. */
const TAKES_KEY = new Set(['getQueryData', 'getQueryState', 'setQueryData', 'hashKey']);

const isKeyName = (name) => /queryKey$/i.test(name ?? '');

/** Whether an expression comes from the factory, directly or by a name that says so. */
function isMade(expression, sourceCode) {
  const node = unwrap(expression);
  switch (node?.type) {
    case 'Identifier':
      return node.name === 'queryKeys' || isKeyName(node.name) || isDeclaredMade(node, sourceCode);
    case 'MemberExpression':
      return isKeyName(nameOf(node)) || isMade(node.object, sourceCode);
    case 'CallExpression':
      return isMade(node.callee, sourceCode);
    default:
      return false;
  }
}

function isDeclaredMade(identifier, sourceCode) {
  const { node, name } = definitionOf(identifier, sourceCode) ?? {};
  return node?.type === 'VariableDeclarator' && node.id === name && isMade(node.init, sourceCode);
}

const isParameter = (node, sourceCode) => {
  const expression = unwrap(node);
  return expression.type === 'Identifier' && definitionOf(expression, sourceCode)?.type === 'Parameter';
};

function create(context) {
  const { sourceCode } = context;
  const refuse = reporter(context, 'web/src/lib/query-keys.ts makes the key of every query.');
  const check = (node) => {
    if (node && !isMade(node, sourceCode) && !isParameter(node, sourceCode))
      refuse(node, 'This key is made elsewhere');
  };
  return {
    VariableDeclarator: ({ id, init }) => {
      if (init && id.type === 'Identifier' && isKeyName(id.name)) check(init);
    },
    Property: (node) => {
      if (node.parent.type === 'ObjectExpression' && isKeyName(nameOf(node))) check(node.value);
    },
    CallExpression: ({ callee, arguments: [first] }) => {
      const called = unwrap(callee);
      const name = called.type === 'MemberExpression' ? nameOf(called) : called.name;
      if (TAKES_KEY.has(name)) check(first);
    },
  };
}

/** Refuses keys of queries that do not come from the factory. */
export default { create };
