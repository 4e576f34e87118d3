import { paths } from '../lib/paths.ts';

/** A link to a page or to a section of the landing page. */
export type NavLinkItem = { to: string; label: string };

export const hostLinks: readonly NavLinkItem[] = [
  { to: paths.home, label: 'My Events' },
  { to: paths.create, label: 'Create Event' },
];

/** Links to the landing page's sections, from any page. */
export function anonymousLinks(pathname: string): NavLinkItem[] {
  const page = pathname === paths.home ? '' : paths.home;
  return [
    { to: `${page}#features`, label: 'Features' },
    { to: `${page}#how-it-works`, label: 'How It Works' },
    { to: `${page}#pricing`, label: 'Pricing' },
  ];
}
