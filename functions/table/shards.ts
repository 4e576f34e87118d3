import type { PersonKey } from '../domain/caller.ts';
import { PACE_SHARDS } from '../domain/newcomer-pace.ts';

// What many write at once is counted in several rows. These functions say in which.

/**
 * Over how many shards an event's media counts are spread: 80 saves a second, each holding its shard for 20 ms, rarely
 * meet. Never fewer: lists read as many, and deleting an event closes as many. So a release that closes more comes before
 * one that opens them.
 */
export const MEDIA_COUNT_SHARDS = 8;
/** The same for each room of an event's places. */
export const PEOPLE_SHARDS = 4;
/** The same for an item's votes: 200 a second, each holding its shard for 20 ms, rarely meet. */
export const VOTE_SHARDS = 16;

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';

/** The shard of a random id. */
export function shardOf(id: string, shards: number): number {
  return BASE32.indexOf(id.at(-2) ?? 'a') % shards;
}

/**
 * The rooms that an event has: one for guests, one for people with accounts, one for subscriptions of people
 * without a place, and one each for open checkouts of guests and of accounts without a place. None uses up
 * another's. The order is stored: until there were rooms, all were counted in the first.
 */
const ROOMS = ['guests', 'accounts', 'subscriptions', 'guest-checkouts', 'account-checkouts'] as const;
export type Room = (typeof ROOMS)[number];

/** The room in which a person's place is. */
export const roomOf = (person: PersonKey): Room => (person.startsWith('guest:') ? 'guests' : 'accounts');

/** The room that counts the open checkout of a person without a place. */
export const checkoutRoomOf = (person: PersonKey): Room =>
  person.startsWith('guest:') ? 'guest-checkouts' : 'account-checkouts';

/** The row that counts a person among an event's newcomers. */
export const paceShardOf = (person: PersonKey): number => letterSum(person) % PACE_SHARDS;

/** A room's shards, the one that is tried first for a person first. */
export function shardsOfRoom(room: Room, person: PersonKey): number[] {
  const first = letterSum(person) % PEOPLE_SHARDS;
  return Array.from(
    { length: PEOPLE_SHARDS },
    (_, step) => ROOMS.indexOf(room) * PEOPLE_SHARDS + ((first + step) % PEOPLE_SHARDS),
  );
}

/** The shard that counts a person's votes: always the same, so that casting and withdrawing cancel out. */
export const voteShardOf = (voter: PersonKey): number => letterSum(voter) % VOTE_SHARDS;

function letterSum(text: string): number {
  let sum = 0;
  for (let at = 0; at < text.length; at += 1) sum += text.charCodeAt(at);
  return sum;
}

/** The shard that counts an item: always the same, so that what the item adds and takes cancels out. */
export const mediaCountShardOf = (mediaId: string): number => shardOf(mediaId, MEDIA_COUNT_SHARDS);
