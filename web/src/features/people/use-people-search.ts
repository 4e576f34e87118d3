import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { PersonView } from '../../../../shared/contract/people.ts';
import { personSearch } from '../../../../shared/rules/person-search.ts';
import { useSkipEmptyPages } from '../../lib/use-skip-empty-pages.ts';
import { sortPeople } from './person-labels.ts';
import { peopleQuery, peopleSearchQuery } from './queries.ts';

/** A search asks the server once nothing was typed for so long. */
const TYPING_MS = 250;
/** So many matches fill a screen: further ones are looked for on request. */
const ENOUGH = 50;

/** An event's people, or those whose name or e-mail address contains what is searched for. */
export function usePeopleSearch(eventId: string) {
  const list = useInfiniteQuery(peopleQuery(eventId));
  const isLooking = useSkipEmptyPages(list);
  const [search, setSearch] = useState('');
  const text = search.trim();
  // Once everybody is there, nobody needs to be asked.
  const isHere = list.data !== undefined && !list.hasNextPage;
  const asked = isHere ? '' : text;
  const found = useServerSearch(eventId, asked);
  const field = { list, search, setSearch };
  if (asked !== '') return { ...field, ...found };
  const all = peopleIn(list);
  const people = text === '' ? all : all.filter(personSearch(text));
  return { ...field, shown: list, people, isSearching: isLooking, hasFailed: false };
}

function peopleIn({
  data,
}: {
  readonly data?: { pages: { items: PersonView[] }[] } | undefined;
}): PersonView[] {
  return (data?.pages ?? []).flatMap(({ items }) => sortPeople(items));
}

/** A search by the server, which looks at some people after the other. @param text what is searched for, or nothing */
function useServerSearch(eventId: string, text: string) {
  const isSettled = useSettled(text) === text && text !== '';
  const shown = useInfiniteQuery({ ...peopleSearchQuery(eventId, text), enabled: isSettled });
  const { hasNextPage, isFetching, isError, isFetchNextPageError, fetchNextPage } = shown;
  const people = isSettled ? peopleIn(shown) : [];
  const goesOn = isSettled && hasNextPage && !isError && people.length < ENOUGH;
  useEffect(() => {
    if (goesOn && !isFetching) void fetchNextPage();
  }, [goesOn, isFetching, fetchNextPage]);
  return {
    shown,
    people,
    isSearching: !isSettled || (!isError && (isFetching || goesOn)),
    /** Nothing has come. Where only a later page is lost, the list says so. */
    hasFailed: isSettled && isError && !isFetchNextPageError,
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
