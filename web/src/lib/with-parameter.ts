/** These parameters with one set, or removed (null). The others stay. */
export function withParameter(
  search: URLSearchParams | string,
  name: string,
  value: string | null,
): URLSearchParams {
  const changed = new URLSearchParams(search);
  if (value === null) changed.delete(name);
  else changed.set(name, value);
  return changed;
}
