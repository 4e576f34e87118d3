import type { UserView } from '../../../shared/contract/entities.ts';

type Named = Partial<Pick<UserView, 'firstName' | 'email'>>;

/** What the bar calls a person: first name, else e-mail address, else 'User'. */
export function displayName({ firstName, email }: Named): string {
  return firstName || email || 'User';
}

/** The letter in an avatar without a picture; whole characters, so no half of an emoji. */
export function avatarLetter({ firstName, email }: Named): string {
  return Array.from(firstName || email || 'U', (letter) => letter.toUpperCase())[0] ?? 'U';
}
