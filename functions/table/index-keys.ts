import type { MediaStatus } from '../../shared/contract/entities.ts';
import type { PersonKey } from '../domain/caller.ts';
import { shardOf } from './shards.ts';

// The partitions of the table's indexes, `gsi1` to `gsi5`, and what they are sorted by.

/** gsi5 partition of pending payments; sorted by creation. */
export const PENDING_PAYMENTS = 'PENDING-PAYMENTS';

/** gsi5 partition of events whose owners are to be told once uploads rest; sorted by since when they may. */
export const AWAITED_RESTS = 'AWAITED-RESTS';

/** gsi1 partition of public events; sorted by creation. */
export const PUBLIC_EVENTS = 'PUBLIC';

/** gsi1 partition of one person's memberships; sorted by the event's creation. */
export const membershipsOf = (person: PersonKey): string => `PERSON#${person}`;

/** gsi1 partition of one user's sessions. */
export const sessionsOf = (userId: string): string => `USER#${userId}#SESSIONS`;

/** gsi1 partition of the guests whom one user has claimed. */
export const guestsOf = (userId: string): string => `USER#${userId}#GUESTS`;

/** gsi1 partition of the uploads that were issued to one person. */
export const uploadsOf = (person: PersonKey): string => `PERSON#${person}#UPLOADS`;

/** gsi1 partition of one person's subscriptions; sorted by event. */
export const subscriptionsOf = (person: PersonKey): string => `PERSON#${person}#SUBSCRIPTIONS`;

/** gsi1 partition of what counts one person's subscriptions; sorted by event. */
export const subscribersOf = (person: PersonKey): string => `PERSON#${person}#SUBSCRIBER`;

/** gsi4 partition of one browser's subscriptions. */
export const subscriptionsAt = (endpointHash: string): string => `ENDPOINT#${endpointHash}`;

/** gsi1 partition of the votes for one item. */
export const votesForMedia = (mediaId: string): string => `MEDIA#${mediaId}#VOTES`;

/** gsi1, gsi2 and gsi3 partition of an event's items of one status. */
export const mediaInStatus = (eventId: string, status: MediaStatus): string => `EVENT#${eventId}#${status}`;

/** gsi4 partition of one person's items in an event; its sort values begin with the status. */
export const mediaByUploader = (eventId: string, person: PersonKey): string =>
  `EVENT#${eventId}#BY#${person}`;

/** A sort value made unique by an id, so that it is one exact position. */
export const sortPosition = (value: string, id: string): string => `${value}#${id}`;

const UNFINISHED_SHARDS = 8;

/** gsi5 partition of an item whose renditions are not made yet. */
export const unfinishedShardOf = (mediaId: string): string =>
  `UNFINISHED#${shardOf(mediaId, UNFINISHED_SHARDS)}`;
export const unfinishedShards: readonly string[] = Array.from(
  { length: UNFINISHED_SHARDS },
  (_, shard) => `UNFINISHED#${shard}`,
);
