// What a browser may report, as closed lists: no text of a page, a person or an event fits in.

/** The site's pages, by what they show. `other` is Not Found. */
export const PAGES = [
  'home',
  'create-event',
  'event',
  'checkout',
  'timeline',
  'moderation',
  'people',
  'payments',
  'co-host',
  'print',
  'wall',
  'numbers',
  'join',
  'privacy',
  'terms',
  'other',
] as const;
export type PageKind = (typeof PAGES)[number];

/** The parts of pages that fail by themselves, from the whole to the small. */
export const REGIONS = [
  'application',
  'page',
  'navigation',
  'claim-offer',
  'header',
  'owner-tools',
  'notifications',
  'highlights',
  'payment-wall',
  'gallery',
  'live-updates',
  'lightbox',
  'uploads',
  'timeline',
  'moderation',
  'people',
  'payments',
  'print',
  'numbers',
  'events',
  'dialog',
] as const;
export type Region = (typeof REGIONS)[number];

/** The steps of an upload that can fail for good. */
export const UPLOAD_STEPS = ['parameters', 'sending', 'saving'] as const;

/** One visit in so many is measured; crashes, errors and failed uploads are reported by all. */
export const VISITS_PER_SAMPLE = 10;

export const MAX_REPORT_BYTES = 4096;
/** Different problems in one report, and how often each counts at most. */
export const MAX_PROBLEMS = 20;
export const MAX_TIMES = 100;
/** Whatever takes longer counts as this long. */
export const MAX_DELAY_MS = 60_000;
