import type { Endpoint, Method } from '../../../shared/contract/endpoint.ts';

/**
 * The methods of a path; empty if no call has that path.
 * @param path percent-decoded, without its query
 */
export function allowedMethods(endpoints: readonly Endpoint[], path: string): Method[] {
  const found = endpoints.filter((endpoint) => fits(endpoint.path, path)).map(({ method }) => method);
  return [...new Set(found)].sort();
}

function fits(pattern: string, path: string): boolean {
  const wanted = pattern.split('/');
  const given = path.split('/');
  return (
    wanted.length === given.length &&
    wanted.every((segment, at) => (segment.startsWith('{') ? given[at] !== '' : segment === given[at]))
  );
}
