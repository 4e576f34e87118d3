import type { PersonKey } from './caller.ts';
import type { MediaRecord } from './records.ts';

/** What happened in the product, as told by the table's stream: only changes that something follows from. */
export type Change =
  | { readonly kind: 'event-created'; readonly eventId: string }
  | { readonly kind: 'event-deletion-began'; readonly eventId: string }
  /** Somebody who could see the event's items perhaps no longer can, by their own wish or by others'. */
  | { readonly kind: 'access-lost'; readonly eventId: string; readonly byOwnWish: boolean }
  | MediaChange
  | VoteChange
  | { readonly kind: 'archive-requested'; readonly eventId: string; readonly archiveId: string }
  | { readonly kind: 'guest-created'; readonly guestId: string }
  | Departure
  | { readonly kind: 'payment-succeeded'; readonly paymentId: string };

/** An item was created, changed in any way, or deleted. */
export type MediaChange =
  | { readonly kind: 'media-created'; readonly before?: undefined; readonly after: MediaRecord }
  | { readonly kind: 'media-changed'; readonly before: MediaRecord; readonly after: MediaRecord }
  | { readonly kind: 'media-deleted'; readonly before: MediaRecord; readonly after?: undefined };

/** A vote was cast or withdrawn, or passed from a guest to an account, which is both. */
export type VoteChange = {
  readonly kind: 'vote-cast' | 'vote-withdrawn';
  readonly eventId: string;
  readonly mediaId: string;
  readonly voter: PersonKey;
};

/** How a person leaves: for good or, as a guest, into the account that claims them. */
export type Departure =
  | { readonly kind: 'person-left'; readonly person: PersonKey; readonly withMedia: boolean }
  | { readonly kind: 'guest-claimed'; readonly guestId: string; readonly userId: string };
