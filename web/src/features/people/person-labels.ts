import type { PersonView } from '../../../../shared/contract/people.ts';

/** Stands for the name of a person whose account was deleted. */
const NAMELESS = 'Someone who left';

export function personName({ name }: Pick<PersonView, 'name'>): string {
  return name ?? NAMELESS;
}

export const standingLabels = {
  owner: 'Owner',
  participant: 'Participant',
  visitor: 'Visitor',
  guest: 'Guest',
} as const satisfies Record<PersonView['standing'], string>;

/** Sorts one page of people: the owner first, then by name. */
export function sortPeople(people: readonly PersonView[]): PersonView[] {
  return people.toSorted(
    (a, b) =>
      Number(b.standing === 'owner') - Number(a.standing === 'owner') ||
      personName(a).localeCompare(personName(b)) ||
      (a.id < b.id ? -1 : 1),
  );
}
