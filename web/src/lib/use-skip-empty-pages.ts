import { useEffect } from 'react';

type List = {
  readonly data: { readonly pages: readonly { readonly items: readonly unknown[] }[] } | undefined;
  readonly hasNextPage: boolean;
  readonly isFetching: boolean;
  readonly isFetchNextPageError: boolean;
  readonly fetchNextPage: () => Promise<unknown>;
};

/**
 * Goes on to a list's next page where the last one holds nothing: a page can be empty, or become so, and not be the last.
 * @returns whether more is being looked for
 */
export function useSkipEmptyPages(list: List): boolean {
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = list;
  const goesOn = data?.pages.at(-1)?.items.length === 0 && hasNextPage && !isFetchNextPageError;
  useEffect(() => {
    if (goesOn && !isFetching) void fetchNextPage();
  }, [goesOn, isFetching, fetchNextPage]);
  return goesOn;
}
