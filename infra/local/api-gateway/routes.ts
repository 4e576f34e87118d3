import type { GatewayKey } from '../../../functions/manifest/call-row.ts';

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
 * HTTP API's choice of a route: all segments must match, and at the first segment where two routes differ a
 * fixed one goes before `{parameter}`, that before `{greedy+}`. Parameters are percent-decoded once.
 * @param path as sent, still percent-encoded, without its query.
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

/** @returns undefined where percent-encoding is malformed. */
export function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function parametersOf(pattern: string, path: string): Record<string, string> | undefined {
  const wanted = pattern.split('/');
  const given = path.split('/');
  const parameters: [string, string][] = [];
  for (const [index, segment] of wanted.entries()) {
    const greedy = /^\{(\w+)\+\}$/.exec(segment)?.[1];
    if (greedy !== undefined) {
      const rest = given.slice(index).join('/');
      if (rest === '') return undefined;
      return Object.fromEntries([...parameters, [greedy, decoded(rest) ?? rest]]);
    }
    const actual = given[index];
    const name = /^\{(\w+)\}$/.exec(segment)?.[1];
    if (actual === undefined || (name === undefined ? actual !== segment : actual === '')) return undefined;
    if (name !== undefined) parameters.push([name, decoded(actual) ?? actual]);
  }
  return wanted.length === given.length ? Object.fromEntries(parameters) : undefined;
}

/** Segment by segment: 2 fixed, 1 parameter, 0 greedy; the greater text is the more specific route. */
function specificity(pattern: string): string {
  return pattern
    .split('/')
    .map((segment) => (segment.endsWith('+}') ? '0' : segment.startsWith('{') ? '1' : '2'))
    .join('');
}
