import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { PersonView } from '../../../../shared/contract/people.ts';
import { personSearch } from '../../../../shared/rules/person-search.ts';
import { useSkipEmptyPages } from '../../lib/use-skip-empty-pages.ts';
import { withParameter } from '../../lib/with-parameter.ts';
import { sortPeople } from './person-labels.ts';
import { peopleQuery, peopleSearchQuery } from './queries.ts';

/** The parameter of the page's address that has what is searched for, as the call has it. */
const PARAMETER = 'q';
/** A search asks the server, and stands in the address, once nothing was typed for so long. */
const TYPING_MS = 250;
/** So many matches fill a screen: further ones are looked for on request. */
const ENOUGH = 50;

/** An event's people, or those whose name or e-mail address contains what is searched for. */
export function usePeopleSearch(eventId: string) {
  const list = useInfiniteQuery(peopleQuery(eventId));
  const isLooking = useSkipEmptyPages(list);
  const { search, setSearch, text, settled } = useSearchText();
  // Once everybody is there, nobody needs to be asked.
  const asked = list.hasNextPage ? text : '';
  const found = useServerSearch(eventId, { text: asked, isSettled: asked === settled && asked !== '' });
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

/** What is searched for: as it is typed, and as the address keeps it for a reload and for who comes back. */
function useSearchText() {
  const [address, setAddress] = useSearchParams();
  const [search, setSearch] = useState(address.get(PARAMETER) ?? '');
  const text = search.trim();
  const settled = useSettled(text);
  const keep = useEffectEvent((kept: string) => {
    if (kept === (address.get(PARAMETER) ?? '')) return;
    setAddress((current) => withParameter(current, PARAMETER, kept || null), { replace: true });
  });
  useEffect(() => keep(settled), [settled]);
  return { search, setSearch, text, settled };
}

type ServerSearch = {
  /** What is searched for, or nothing. */
  readonly text: string;
  readonly isSettled: boolean;
};

/** A search by the server, which looks at some people after the other. */
function useServerSearch(eventId: string, { text, isSettled }: ServerSearch) {
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
