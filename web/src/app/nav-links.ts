import { paths } from '../lib/paths.ts';

/** A page, or a part of the landing page. */
export type NavLinkItem = { to: string; label: string };

export const hostLinks: readonly NavLinkItem[] = [
  { to: paths.home, label: 'My Events' },
  { to: paths.create, label: 'Create Event' },
];

/** Anchors of the landing page; from other pages they lead there. */
export function visitorLinks(pathname: string): NavLinkItem[] {
  const page = pathname === paths.home ? '' : paths.home;
  return [
    { to: `${page}#features`, label: 'Features' },
    { to: `${page}#how-it-works`, label: 'How It Works' },
    { to: `${page}#pricing`, label: 'Pricing' },
  ];
}
