import type { MediaStatus } from '../../shared/contract/entities.ts';

/**
 * Where an item's files lie. Renditions of approved items are under one prefix per event, so that one signed
 * cookie opens them all; everybody else's lie apart and are signed item by item; originals are never open.
 */
export type Place = 'open' | 'held';

export function placeOf(status: MediaStatus): Place {
  return status === 'approved' ? 'open' : 'held';
}

type Item = { id: string; eventId: string };

export const incomingKey = (uploadId: string): string => `incoming/${uploadId}`;

export const originalKey = (media: Item): string => `media/originals/${media.eventId}/${media.id}`;

/** Folder of an item's renditions, with a closing slash. */
export const renditionFolder = (media: Item, place: Place): string =>
  `media/${place}/${media.eventId}/${media.id}/`;

/** What the signed cookies of an event open, with a closing slash. */
export const openFolder = (eventId: string): string => `media/open/${eventId}/`;

const ORIGINAL = /^media\/originals\/(evt_[a-z2-7]{26})\/(med_[a-z2-7]{26})$/;

/** Reads an original's key back; undefined for any other object. */
export function itemOfOriginal(key: string): Item | undefined {
  const match = ORIGINAL.exec(key);
  return match?.[1] && match[2] ? { eventId: match[1], id: match[2] } : undefined;
}
