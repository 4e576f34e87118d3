/**
 * What calls are about, as in `shared/contract`: votes and highlights are the media's, guests people, and what shows an
 * event or the whole API the events'. The functions behind each noun's calls are a stack of their own.
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
