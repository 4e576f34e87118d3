import { paths } from './paths.ts';

// In a file of its own: guests need not load it.

/** The pages of an event that its hosts alone go to. */
export const hostPaths = {
  moderate: (eventId: string) => `${paths.event(eventId)}/moderate`,
  people: (eventId: string) => `${paths.event(eventId)}/people`,
  numbers: (eventId: string) => `${paths.event(eventId)}/numbers`,
  print: (eventId: string) => `${paths.event(eventId)}/print`,
  payments: (eventId: string) => `${paths.event(eventId)}/payments`,
} as const;

/** The moderation page with what one person has uploaded. */
export const pathOfModerationBy = (eventId: string, personId: string): string =>
  `${hostPaths.moderate(eventId)}?by=${encodeURIComponent(personId)}`;
