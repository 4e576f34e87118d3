import type { UserView } from '../../../shared/contract/entities.ts';

type Named = Partial<Pick<UserView, 'firstName' | 'email'>>;

/** A person's name in the navigation bar: first name, else e-mail address, else 'User'. */
export function displayName({ firstName, email }: Named): string {
  return firstName || email || 'User';
}

/** The first letter for an avatar without a picture. Iterates by code points, so that no emoji is split. */
export function avatarLetter({ firstName, email }: Named): string {
  return Array.from(firstName || email || 'U', (letter) => letter.toUpperCase())[0] ?? 'U';
}
