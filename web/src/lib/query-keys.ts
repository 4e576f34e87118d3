import type { MediaStatus } from '../../../shared/contract/entities.ts';
import type { SortBy } from '../../../shared/contract/media.ts';

/** Guest credentials for a query; empty for callers with a session. */
export type GuestFields = { guestId?: string; token?: string };

/** Nobody's credentials. One object, so that nothing is done again for the same nobody. */
export const NO_GUEST: GuestFields = {};

type ForGuest = { eventId: string; guest: GuestFields };

/** What a list of an event's items is for. It decides the shape of its data. */
export type MediaList = 'gallery' | 'poll' | 'by status' | 'of a person' | 'timeline' | 'highlights' | 'item';

const ofEvent = (eventId: string) => ['event', eventId] as const;
/** Every list of an event's items. */
const media = (eventId: string) => [...ofEvent(eventId), 'media'] as const;
const mediaList = <L extends MediaList>(eventId: string, list: L) => [...media(eventId), list] as const;

const paymentOutcomes = ['payment outcome'] as const;

/** The key of every query. A key that others begin with is for changing or invalidating them together. */
export const queryKeys = {
  session: ['session'] as const,
  events: ['events'] as const,
  publicEvents: ['public events'] as const,
  eventOfCode: (code: string) => ['code', code] as const,
  /** Everything that is read of one event. */
  ofEvent,
  allEvents: ['event'] as const,
  event: (eventId: string) => [...ofEvent(eventId), 'event'] as const,
  /** Whether a guest is one of the event's people. */
  places: (eventId: string) => [...ofEvent(eventId), 'place'] as const,
  place: ({ eventId, guest }: ForGuest) => [...ofEvent(eventId), 'place', guest] as const,
  eventCode: (eventId: string) => [...ofEvent(eventId), 'code'] as const,
  people: (eventId: string) => [...ofEvent(eventId), 'people'] as const,
  peopleSearch: (eventId: string, text: string) => [...ofEvent(eventId), 'people', { text }] as const,
  coHosts: (eventId: string) => [...ofEvent(eventId), 'co-hosts'] as const,
  /** How many people have no uploads. */
  idlePeople: (eventId: string) => [...ofEvent(eventId), 'idle people'] as const,
  /** How many guests joined in some time. */
  recentGuests: (eventId: string) => [...ofEvent(eventId), 'recent guests'] as const,
  guestsJoined: (eventId: string, joined: string) => [...ofEvent(eventId), 'recent guests', joined] as const,
  numbers: (eventId: string) => [...ofEvent(eventId), 'numbers'] as const,
  payments: (eventId: string) => [...ofEvent(eventId), 'payments'] as const,
  media,
  mediaList,
  /** One order of the gallery, for whoever sees it. */
  galleryOrder: (eventId: string, sortBy: SortBy) => [...mediaList(eventId, 'gallery'), sortBy] as const,
  gallery: ({ eventId, sortBy, guest }: ForGuest & { sortBy: SortBy }) =>
    [...mediaList(eventId, 'gallery'), sortBy, guest] as const,
  galleryPoll: ({ eventId, guest }: ForGuest) => [...mediaList(eventId, 'poll'), guest] as const,
  /** @param by only what this person has uploaded */
  mediaByStatus: (eventId: string, status: MediaStatus, by = 'everybody') =>
    [...mediaList(eventId, 'by status'), status, by] as const,
  /** What one person has uploaded: the viewer themselves, `mine`. */
  contributions: ({ eventId, of, guest }: ForGuest & { of: string }) =>
    [...mediaList(eventId, 'of a person'), of, guest] as const,
  timeline: ({ eventId, guest }: ForGuest) => [...mediaList(eventId, 'timeline'), guest] as const,
  highlights: ({ eventId, guest }: ForGuest) => [...mediaList(eventId, 'highlights'), guest] as const,
  item: ({ eventId, mediaId, guest }: ForGuest & { mediaId: string }) =>
    [...mediaList(eventId, 'item'), mediaId, guest] as const,
  /** These two ask for something to happen, so no change of an event reads them again. */
  paymentOutcomes,
  paymentOutcome: (input: ForGuest & { isExpected: boolean }) => [...paymentOutcomes, input] as const,
  checkout: (input: ForGuest & { person: string | undefined }) => ['checkout', input] as const,
} as const;
