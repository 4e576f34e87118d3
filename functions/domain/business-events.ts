import type { Change } from './changes.ts';

/** The actions of people that the business counts, by the names of their metrics. */
export const businessEvents = ['Events', 'Guests', 'Uploads', 'Votes', 'Payments'] as const;

export type BusinessEvent = (typeof businessEvents)[number];

const COUNTED: Partial<Record<Change['kind'], BusinessEvent>> = {
  'event-created': 'Events',
  'guest-created': 'Guests',
  'media-created': 'Uploads',
  'vote-cast': 'Votes',
  'payment-succeeded': 'Payments',
};

/** The action behind a change; undefined if it is not counted. */
export const businessEventOf = ({ kind }: Change): BusinessEvent | undefined => COUNTED[kind];
