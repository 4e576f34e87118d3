import type { PageKind } from '../../../shared/values/browser-reports.ts';

const pages = new Map<string, PageKind>([
  ['', 'home'],
  ['create', 'create-event'],
  ['privacy', 'privacy'],
  ['terms', 'terms'],
]);

/** By what follows the event's id. */
const eventPages = new Map<string, PageKind>([
  ['', 'event'],
  ['moderate', 'moderation'],
]);

/** Those that are called as their paths are. */
const namesakes: readonly PageKind[] = [
  'checkout',
  'timeline',
  'people',
  'payments',
  'co-host',
  'print',
  'wall',
  'numbers',
];

/** Which page a path shows: all that is reported of it. */
export function pageKindOf(pathname: string): PageKind {
  const [first = '', id, second = '', ...rest] = pathname.replace(/^\/|\/$/g, '').split('/');
  if (first === 'event' && id && rest.length === 0)
    return eventPages.get(second) ?? namesakes.find((kind) => kind === second) ?? 'other';
  if (first === 'j' && id && second === '') return 'join';
  return (id === undefined && pages.get(first)) || 'other';
}
