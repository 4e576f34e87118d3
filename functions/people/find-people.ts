import { personSearch } from '../../shared/rules/person-search.ts';
import type { PersonKey } from '../domain/caller.ts';
import type { Membership } from '../domain/records.ts';
import { coHostKeysIn } from '../table/co-host-writes.ts';
import { getRow, getRows } from '../table/dynamo.ts';
import { keys } from '../table/keys.ts';
import { parseMembership } from '../table/membership-row.ts';
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
/** How many people one call looks at: searching an event of 5,000 takes five. */
const LOOKED_AT = 1000;
const STEP = 200;

type Page = Parameters<typeof listPeople>[1];

async function readPeople(eventId: string, page: Page): Promise<FoundPeople> {
  const { people: memberships, last } = await listPeople(eventId, page);
  return { people: await withNames(memberships), last };
}

async function withNames(memberships: readonly Membership[]): Promise<FoundPeople['people']> {
  const names = await listNames(memberships.map(({ person }) => person));
  return memberships.map((membership) => {
    const { name = null, email = null } = names.get(membership.person) ?? {};
    return { membership, name, email };
  });
}

/** An event's co-hosts: so few that they are one page. */
export async function coHostsOf(eventId: string): Promise<FoundPeople> {
  const event = await getRow(keys.event(eventId));
  const named = event ? coHostKeysIn(event) : [];
  const rows = await getRows(
    named.map((person) => keys.membership(eventId, person)),
    { consistent: true },
  );
  const memberships = rows.map(parseMembership).filter(({ isCoHost }) => isCoHost);
  return { people: await withNames(memberships), last: undefined };
}

/** A page of an event's people: a full one, unless there are no more or too many who only opened a checkout. */
export const pageOfPeople = (eventId: string, after: PersonKey | undefined): Promise<FoundPeople> =>
  readPeople(eventId, { after, limit: PAGE, looks: LOOKED_AT });

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
  for (let searched = 0; searched < LOOKED_AT; searched += STEP) {
    const { people, last } = await readPeople(eventId, { after: from, limit: STEP, looks: STEP });
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
