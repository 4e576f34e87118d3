import type { PersonView } from '../../../../shared/contract/people.ts';

/** Stands for the name of a person whose account was deleted. */
const NAMELESS = 'Someone who left';

export function personName({ name }: Pick<PersonView, 'name'>): string {
  return name ?? NAMELESS;
}

export const standingLabels = {
  owner: 'Owner',
  'co-host': 'Co-host',
  participant: 'Participant',
  visitor: 'Visitor',
  guest: 'Guest',
} as const satisfies Record<PersonView['standing'], string>;

const hosts: readonly PersonView['standing'][] = ['co-host', 'owner'];

/** Sorts one page of people: the owner first, co-hosts next, then by name. */
export function sortPeople(people: readonly PersonView[]): PersonView[] {
  return people.toSorted(
    (a, b) =>
      hosts.indexOf(b.standing) - hosts.indexOf(a.standing) ||
      personName(a).localeCompare(personName(b)) ||
      (a.id < b.id ? -1 : 1),
  );
}
