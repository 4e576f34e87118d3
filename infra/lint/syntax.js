// What the project's own rules ask of a syntax tree.

const WRAPPERS = new Set([
  'TSAsExpression',
  'TSNonNullExpression',
  'TSSatisfiesExpression',
  'ChainExpression',
]);

/** An expression without what only the types need. */
export function unwrap(node) {
  return node && WRAPPERS.has(node.type) ? unwrap(node.expression) : node;
}

/** The name of a member, of a property or of a pattern's property; undefined if it is computed. */
export function nameOf({ key, property = key, computed }) {
  if (!computed) return property.name ?? property.value;
  const text = unwrap(property);
  if (text.type === 'TemplateLiteral' && text.quasis.length === 1) return text.quasis[0].value.cooked;
  return text.type === 'Literal' && typeof text.value === 'string' ? text.value : undefined;
}

/** Where an identifier is declared; undefined if that is elsewhere. */
export function definitionOf(node, sourceCode) {
  for (let scope = sourceCode.getScope(node); scope; scope = scope.upper) {
    const variable = scope.set.get(node.name);
    if (variable) return variable.defs[0];
  }
  return undefined;
}

/** Refuses a file's syntax for a reason that a document explains. */
export const reporter = (context, where) => (node, reason) =>
  context.report({ node, message: `${reason}: ${where}` });
