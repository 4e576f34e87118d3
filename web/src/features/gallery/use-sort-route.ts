import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';
import { FIRST_SORT, parseSortOrder, SORT_PARAMETER } from '../../../../shared/values/sort-orders.ts';
import type { SortBy } from '../../../../shared/contract/media.ts';
import { withParameter } from '../../lib/with-parameter.ts';

/** Keeps the gallery's order in the URL, so that it is kept on reload and can be linked to. */
export function useSortRoute(): [SortBy, (sortBy: SortBy) => void] {
  const [search, setSearch] = useSearchParams();
  const setSortBy = useCallback(
    (sortBy: SortBy) => {
      // Replaced, because Back leaves the gallery and does not go through the orders that were looked at.
      setSearch((current) => withParameter(current, SORT_PARAMETER, sortBy === FIRST_SORT ? null : sortBy), {
        replace: true,
      });
    },
    [setSearch],
  );
  return [parseSortOrder(search.get(SORT_PARAMETER)), setSortBy];
}
