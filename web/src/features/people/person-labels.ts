import type { PersonView } from '../../../../shared/contract/people.ts';

/** What the list calls somebody whose name is gone with their account. */
const NAMELESS = 'Someone who left';

export function personName({ name }: Pick<PersonView, 'name'>): string {
  return name ?? NAMELESS;
}

/** How they stand to the event, in one word. */
export const standingLabels = {
  owner: 'Owner',
  participant: 'Participant',
  visitor: 'Visitor',
  guest: 'Guest',
} as const satisfies Record<PersonView['standing'], string>;

/** One page of people in the order they are read in: the owner, then by name. */
export function sortPeople(people: readonly PersonView[]): PersonView[] {
  return people.toSorted(
    (a, b) =>
      Number(b.standing === 'owner') - Number(a.standing === 'owner') ||
      personName(a).localeCompare(personName(b)) ||
      (a.id < b.id ? -1 : 1),
  );
}

/** Whether somebody is meant by what was typed: a part of name or e-mail address, in any case. */
export function matchesSearch({ name, email }: Pick<PersonView, 'name' | 'email'>, search: string): boolean {
  const term = search.trim().toLocaleLowerCase();
  return [name, email].some((text) => text?.toLocaleLowerCase().includes(term));
}
