import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { personSearch } from '../../../../shared/rules/person-search.ts';
import { sortPeople } from './person-labels.ts';
import { peopleQuery, peopleSearchQuery } from './queries.ts';

/** A search asks the server once nothing was typed for so long. */
const TYPING_MS = 250;
/** So many matches fill a screen: further ones are looked for on request. */
const ENOUGH = 50;

/** An event's people, or those whose name or e-mail address contains what is searched for. */
export function usePeopleSearch(eventId: string) {
  const list = useInfiniteQuery(peopleQuery(eventId));
  const [search, setSearch] = useState('');
  const term = useSettled(search.trim());
  // Once everybody is there, nobody needs to be asked.
  const isHere = list.data !== undefined && !list.hasNextPage;
  const isAsking = search.trim() !== '' && !isHere;
  const found = useInfiniteQuery({ ...peopleSearchQuery(eventId, term), enabled: isAsking && term !== '' });
  const isSettled = search.trim() === term;
  const shown = isAsking ? found : list;
  const people =
    isAsking && !isSettled ? [] : (shown.data?.pages ?? []).flatMap(({ items }) => sortPeople(items));
  const { hasNextPage, isFetching, isError, fetchNextPage } = found;
  const goesOn = isAsking && isSettled && hasNextPage && !isError && people.length < ENOUGH;
  useEffect(() => {
    if (goesOn && !isFetching) void fetchNextPage();
  }, [goesOn, isFetching, fetchNextPage]);
  return {
    list,
    search,
    setSearch,
    shown,
    people: search.trim() !== '' && isHere ? people.filter(personSearch(search)) : people,
    isSearching: isAsking && !isError && (!isSettled || isFetching || goesOn),
    hasFailed: isAsking && isSettled && isError,
  };
}

/** A text as it was when it had last not changed for a while; an emptied one at once. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), text === '' ? 0 : TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
