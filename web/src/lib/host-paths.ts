import { paths } from './paths.ts';

// In a file of its own: guests need not load it.

/** The pages of an event that its hosts alone go to. */
export const hostPaths = {
  people: (eventId: string) => `${paths.event(eventId)}/people`,
  numbers: (eventId: string) => `${paths.event(eventId)}/numbers`,
  print: (eventId: string) => `${paths.event(eventId)}/print`,
  payments: (eventId: string) => `${paths.event(eventId)}/payments`,
} as const;
