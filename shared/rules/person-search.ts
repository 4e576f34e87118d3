/** A name as it is searched for: without case, accents, and spaces around it. */
const searchable = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .trim();

/** @returns whether a person's name or e-mail address contains the text, ignoring case and accents */
export function personSearch(
  text: string,
): (person: { name: string | null; email: string | null }) => boolean {
  const term = searchable(text);
  return ({ name, email }) =>
    [name, email].some((field) => field !== null && searchable(field).includes(term));
}
