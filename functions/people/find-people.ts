import { personSearch } from '../../shared/rules/person-search.ts';
import type { PersonKey } from '../domain/caller.ts';
import { cutPage } from '../domain/pagination.ts';
import type { Membership } from '../domain/records.ts';
import { listPeople } from '../table/memberships.ts';
import { listNames } from '../table/people.ts';

/** People of an event with their names. `last`: the person at whom the page ends, if there may be more. */
export type FoundPeople = {
  readonly people: readonly {
    readonly membership: Membership;
    readonly name: string | null;
    readonly email: string | null;
  }[];
  readonly last: PersonKey | undefined;
};

const PAGE = 100;
/** How many people one search looks at: an event of 5,000 takes five calls. */
const SEARCHED = 1000;
const STEP = 200;

type From = { readonly after: PersonKey | undefined; readonly limit: number };

async function readPeople(eventId: string, { after, limit }: From): Promise<FoundPeople> {
  const { items, last } = cutPage(await listPeople(eventId, { after, limit: limit + 1 }), limit);
  const names = await listNames(items.map(({ person }) => person));
  const people = items.map((membership) => {
    const { name = null, email = null } = names.get(membership.person) ?? {};
    return { membership, name, email };
  });
  return { people, last: last?.person };
}

/** A page of an event's people. */
export const pageOfPeople = (eventId: string, after: PersonKey | undefined): Promise<FoundPeople> =>
  readPeople(eventId, { after, limit: PAGE });

/**
 * The people whose name or e-mail address contains a text. Names are in the people's own rows, so it looks at one person after
 * the other, at most 1,000 a call.
 * @returns what it found, possibly nothing, with the last person that it looked at
 */
export async function searchPeople(
  eventId: string,
  { text, after }: { text: string; after: PersonKey | undefined },
): Promise<FoundPeople> {
  const matches = personSearch(text);
  const found = [];
  let from = after;
  for (let searched = 0; searched < SEARCHED; searched += STEP) {
    const { people, last } = await readPeople(eventId, { after: from, limit: STEP });
    for (const person of people) {
      if (!matches(person)) continue;
      found.push(person);
      if (found.length === PAGE) return { people: found, last: person.membership.person };
    }
    if (last === undefined) return { people: found, last };
    from = last;
  }
  return { people: found, last: from };
}
