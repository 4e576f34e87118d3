import type { Change } from './changes.ts';

/** What people do that the business counts, as the names of its metrics. */
export const businessEvents = ['Events', 'Guests', 'Uploads', 'Votes', 'Payments'] as const;

export type BusinessEvent = (typeof businessEvents)[number];

const COUNTED: Partial<Record<Change['kind'], BusinessEvent>> = {
  'event-created': 'Events',
  'guest-created': 'Guests',
  'media-created': 'Uploads',
  'vote-cast': 'Votes',
  'payment-succeeded': 'Payments',
};

/** What somebody did who made that change; undefined for all that the business does not count. */
export const businessEventOf = ({ kind }: Change): BusinessEvent | undefined => COUNTED[kind];
