/**
 * What calls are about. Votes and highlights belong to media, guests to people, and the event page, live updates, link
 * previews, the description of the API and browsers' reports to events. The functions of each noun are a stack
 * of their own.
 */
export const nouns = [
  'events',
  'media',
  'uploads',
  'downloads',
  'people',
  'payments',
  'notifications',
  'sign-in',
] as const;

export type Noun = (typeof nouns)[number];
