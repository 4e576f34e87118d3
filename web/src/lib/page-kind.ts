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
  ['checkout', 'checkout'],
  ['timeline', 'timeline'],
  ['moderate', 'moderation'],
  ['people', 'people'],
  ['payments', 'payments'],
  ['co-host', 'co-host'],
  ['print', 'print'],
]);

/** Which page a path shows: all that is reported of it. */
export function pageKindOf(pathname: string): PageKind {
  const [first = '', id, second = '', ...rest] = pathname.replace(/^\/|\/$/g, '').split('/');
  if (first === 'event' && id && rest.length === 0) return eventPages.get(second) ?? 'other';
  if (first === 'j' && id && second === '') return 'join';
  return (id === undefined && pages.get(first)) || 'other';
}
