import type { GatewayKey } from '../../../functions/manifest/call-row.ts';
import { decoded } from '../http/split-target.ts';

/** One route of the HTTP API and the function behind it. */
export type GatewayRoute = GatewayKey & { readonly functionId: string };

export type RouteMatch =
  | {
      readonly kind: 'found';
      readonly route: GatewayRoute;
      readonly pathParameters: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'not-found' }
  | { readonly kind: 'malformed' };

/**
 * Chooses a route as HTTP API does: all segments must match, and at the first segment where two routes differ
 * a fixed one wins over a `{parameter}`. Parameters are percent-decoded once.
 * @param path as sent, percent-encoded, without its query
 */
export function matchRoute(
  routes: readonly GatewayRoute[],
  { method, path }: { method: string; path: string },
): RouteMatch {
  if (decoded(path) === undefined) return { kind: 'malformed' };
  const fitting = routes
    .map((route) => ({ route, pathParameters: parametersOf(route.path, path) }))
    .filter((candidate) => candidate.pathParameters !== undefined)
    .sort((a, b) => specificity(b.route.path).localeCompare(specificity(a.route.path)));
  const found = fitting.find(({ route }) => route.method === method);
  if (found === undefined) return { kind: 'not-found' };
  return { kind: 'found', route: found.route, pathParameters: found.pathParameters ?? {} };
}

function parametersOf(pattern: string, path: string): Record<string, string> | undefined {
  const wanted = pattern.split('/');
  const given = path.split('/');
  if (wanted.length !== given.length) return undefined;
  const parameters: [string, string][] = [];
  for (const [index, segment] of wanted.entries()) {
    const actual = given[index] ?? '';
    const name = /^\{(\w+)\}$/.exec(segment)?.[1];
    if (name === undefined ? actual !== segment : actual === '') return undefined;
    if (name !== undefined) parameters.push([name, decoded(actual) ?? actual]);
  }
  return Object.fromEntries(parameters);
}

/** One character per segment, 1 if fixed, 0 if a parameter: the greater string is the more specific route. */
function specificity(pattern: string): string {
  return pattern
    .split('/')
    .map((segment) => (segment.startsWith('{') ? '0' : '1'))
    .join('');
}
