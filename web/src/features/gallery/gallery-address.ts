import { FIRST_SORT } from '../../../../shared/contract/first-data.ts';
import type { SortBy } from '../../../../shared/contract/media.ts';
import { SORT_TABS } from './sort-tabs.ts';

/** The gallery's order in a URL, `?sort=votes`; the first order if there is none that is known. */
export function sortByIn(search: URLSearchParams): SortBy {
  return SORT_TABS.find(({ value }) => value === search.get('sort'))?.value ?? FIRST_SORT;
}

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
