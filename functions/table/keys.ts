import type { MediaStatus } from '../../shared/contract/entities.ts';
import type { PersonKey } from '../domain/caller.ts';
import { PACE_SHARDS } from '../domain/pace.ts';

/**
 * The map of the table, and the only builder of its keys.
 *
 * Rows (pk / sk):
 *   USER#id / USER · GUEST#id / GUEST · SESSION#hash / SESSION · UPLOAD#id / UPLOAD
 *   USER#id / OWNS#eventId · USER#id / SESSION#hash (what is found by its user)
 *   UPLOADS#personKey / UNSAVED (issued and not saved yet)
 *   EVENT#id / EVENT · EVENT#id / PERSON#personKey (membership) · EVENT#id / HIGHLIGHTS
 *   EVENT#id / TALLY#n (media counts) · EVENT#id / PEOPLE#n (places taken, by room)
 *   EVENT#id / FILE#personKey#size-etag (which item had it first)
 *   LIMIT#call#subject / end of the window (of rate limits and paces) · PROOF#what it is good for / PROOF (used up)
 *   MEDIA#id / MEDIA · MEDIA#id / VOTES#n (count of votes) · EVENT#id#VOTER#personKey / VOTE#mediaId
 *   EVENT#id#PAYMENTS / PAYMENT#id · EVENT#id#PAYMENTS / TOTALS · STRIPE#deliveryId / STRIPE
 *   EVENT#id / ZIP#archiveId · EVENT#id / ZIPS#viewer (the last one made for them)
 *   EVENT#id / ZIPDAY#viewer#day (what a day's ZIPs are charged)
 *   EVENT#id / SUBSCRIPTION#endpointHash · EVENT#id / SUBSCRIBER#personKey (whose browsers these are)
 *   EVENT#id / PUSHED#kind
 *
 * Access patterns, with requests and capacity units (RU read, WU write; rows under 1 KB, media about 1.5 KB).
 * Looking up the session or guest before each of them is one more consistent GetItem, 1 RU.
 *   event with membership                1 BatchGetItem of 2 keys                  2 RU
 *     and counts                         of 6 keys                                 6 RU
 *   a person's events                    1 Query gsi1, 1 BatchGetItem per 10       0.5 RU + 5 RU each
 *   public events, newest first          1 Query gsi1, 1 BatchGetItem per 10       0.5 RU + 5 RU each
 *   gallery page of n, by time           1 Query gsi1 or gsi3                      n × 0.2 RU
 *     and own pending items, if any      1 Query gsi4 (the owner: gsi1 or gsi3)
 *     and the caller's votes             1 Query of the voter's partition; with    1 RU per 14 votes, up to 200;
 *                                        200 or more 1 BatchGetItem per 100 items  then n RU as well
 *   gallery page of n, by votes          1 Query gsi2                              n × 0.2 RU
 *   event page, filled                   event with counts, gallery page of 60
 *   one item                             1 GetItem                                 1 RU
 *   whether an event has room            1 BatchGetItem of 4                       4 RU
 *   a person's first act in an event     with the act: 3 items more, in 1 to 4     6 WU + index 1 WU
 *                                        transactions (usually 1)
 *   block, unblock                       1 GetItem, 1 transaction of 1 or 2        1 RU, 2 to 4 WU
 *   issue an upload                      1 UpdateItem, 1 PutItem, 1 GetItem        1 RU, 2 to 4 WU + index 1 WU
 *   save                                 1 transaction of 4, 2 UpdateItem          14 to 16 WU + indexes 9 WU
 *     the first of each of 4 shards      2 transactions more                       17 WU
 *   page of n people                     1 Query (10, if a thousand only opened    n × 0.8 RU
 *                                        a checkout), 1 BatchGetItem
 *     searched for, up to 1,000 a call   5 Query, 10 BatchGetItem                  800 RU
 *   remove n people without uploads      1 Query of 250; each: 2 Query, 1          n × 10 WU, and 6 WU a vote
 *                                        transaction of 2, and 1 of 3 a vote
 *   vote, withdraw a vote                1 transaction of 3 (withdrawing: of 2)    6 or 4 WU + index 1 WU
 *     and the item's votes               1 Query of the item's partition           1 RU
 *     rolled up, at most 100 a second    2 UpdateItem (an item's first or last     3 to 7 WU + indexes 10 WU
 *     and event                          vote: 1 UpdateItem, 1 transaction of 2)
 *   moderate one item                    1 transaction of 2 or 3                   6 WU + indexes 8 WU
 *   roll up by the job                   1 GetItem an event, 1 Query an item       1 RU each when nothing is left
 *   votes of an item (deletion)          1 Query gsi1                              0.5 RU per 14 votes
 *   delete an event (n items, p people)  n/250 + p Queries, n/25 BatchWriteItem    n × 10 WU
 *   count a rate-limited call            1 UpdateItem                              1 WU
 *   let somebody new come                1 BatchGetItem of 4, 2 UpdateItem; with   4 RU, 2 WU; 5 RU, 3 WU
 *                                        a proof 1 GetItem, 3 UpdateItem
 *   unfinished items (repair)            8 Queries gsi5                            0.5 RU each when empty
 *   begin a checkout                     1 transaction of 2 (without a place: 3)   4 or 6 WU + index 1 WU
 *   settle a payment                     2 GetItem, 1 BatchGetItem of 2,           4 RU, 4 to 10 WU
 *                                        1 transaction of 2 to 6
 *   create an event                      1 transaction of 4                        8 WU + indexes 2 WU
 *   sign in                              1 transaction of 3                        6 WU + index 1 WU
 *   a use of a session, once a day       1 UpdateItem                              1 WU + index 1 WU
 *   sign out everywhere (n sessions)     2 Queries, n/25 BatchWriteItem, twice     n × 2 WU + index n WU
 *   what a user owns                     1 GetItem, 2 Queries, 1 BatchGetItem      1 RU + 2.5 RU an event
 *   page of n payments with the totals   1 Query, 1 GetItem                        n × 0.25 RU + 1 RU
 *   pending payments (reconciling)       1 Query gsi5                              0.5 RU per 8 payments
 *   subscribe to notifications           2 GetItem, 1 transaction of 4 (a full     2 RU, 8 or 10 WU
 *                                        person: 5)                                + indexes 3 or 5 WU
 *   unsubscribe                          1 Query gsi4; each: 1 GetItem, 1          0.5 RU per 6; 1 RU, 4 WU
 *                                        transaction of 2 (a person's last: of 3)  (6 WU) + indexes 3 WU
 *   subscriptions of person or browser   1 Query gsi1 or gsi4                      0.5 RU per 6
 *   n subscriptions with memberships     1 Query, 1 BatchGetItem                   n × 1.2 RU
 *   claim the minute's turn to notify    1 UpdateItem                              1 WU
 *   highlights with their items          1 GetItem, 2 BatchGetItem of up to 12     up to 25 RU
 *   choose highlights                    1 GetItem, 2 to 24 Queries, 1 transaction up to 5,100 × 0.2 RU, 8 WU
 *                                        of 2
 *     again with nothing changed         1 GetItem, 1 Query gsi2                   up to 1 RU + 100 × 0.2 RU
 *   ask for a ZIP                        2 to 4 GetItem                            2 to 4 RU
 *     a new one                          1 transaction of 3                        6 WU
 *   progress of a ZIP                    1 GetItem; one that is behind: 2          1 or 2 RU
 *   plan a ZIP of n items                n/500 Queries gsi3, 2 BatchGetItem,       n × 0.2 RU, 4 WU
 *                                        1 transaction of 2
 *   write 32 MiB of a ZIP                1 GetItem, 1 BatchGetItem, 1 UpdateItem   6 RU, 1 WU
 * No pattern's cost grows with the size of the event, except for deleting it; choosing highlights stops
 * growing at 5,000 items, and a ZIP is planned once for all who see the same.
 */

export type Key = { pk: string; sk: string };

/**
 * Over how many shards an event's media counts are spread, so that parallel saves rarely conflict. Versions that run at the
 * same time must agree: one that reads more comes a release before one that writes to them.
 */
export const MEDIA_COUNT_SHARDS = 4;
/** The same for each room of an event's places. */
export const PEOPLE_SHARDS = 4;
/** The same for an item's votes: 200 a second, each holding its shard for 20 ms, rarely meet. */
export const VOTE_SHARDS = 16;
const UNFINISHED_SHARDS = 8;

export const keys = {
  user: (userId: string): Key => ({ pk: `USER#${userId}`, sk: 'USER' }),
  ownership: (userId: string, eventId: string): Key => ({
    pk: `USER#${userId}`,
    sk: ALL_OWNERSHIPS + eventId,
  }),
  sessionOf: (userId: string, hash: string): Key => ({ pk: `USER#${userId}`, sk: ALL_SESSIONS + hash }),
  guest: (guestId: string): Key => ({ pk: `GUEST#${guestId}`, sk: 'GUEST' }),
  session: (hash: string): Key => ({ pk: `SESSION#${hash}`, sk: 'SESSION' }),
  upload: (uploadId: string): Key => ({ pk: `UPLOAD#${uploadId}`, sk: 'UPLOAD' }),
  unsavedUploads: (person: PersonKey): Key => ({ pk: `UPLOADS#${person}`, sk: 'UNSAVED' }),
  event: (eventId: string): Key => ({ pk: `EVENT#${eventId}`, sk: 'EVENT' }),
  mediaCounts: (eventId: string, shard: number): Key => ({ pk: `EVENT#${eventId}`, sk: `TALLY#${shard}` }),
  peopleCount: (eventId: string, shard: number): Key => ({ pk: `EVENT#${eventId}`, sk: `PEOPLE#${shard}` }),
  highlights: (eventId: string): Key => ({ pk: `EVENT#${eventId}`, sk: 'HIGHLIGHTS' }),
  content: (file: { eventId: string; uploader: PersonKey; content: string }): Key => ({
    pk: `EVENT#${file.eventId}`,
    sk: contentsOf(file.uploader) + file.content,
  }),
  rateLimit: (call: { endpointId: string; subject: string; windowEnd: number }): Key => ({
    pk: `LIMIT#${call.endpointId}#${call.subject}`,
    sk: String(call.windowEnd),
  }),
  usedProof: (challenge: string): Key => ({ pk: `PROOF#${challenge}`, sk: 'PROOF' }),
  membership: (eventId: string, person: PersonKey): Key => ({
    pk: `EVENT#${eventId}`,
    sk: ALL_PEOPLE + person,
  }),
  payment: (payment: { eventId: string; id: string }): Key => ({
    pk: paymentsOf(payment.eventId),
    sk: ALL_PAYMENTS + payment.id,
  }),
  paymentTotals: (eventId: string): Key => ({ pk: paymentsOf(eventId), sk: 'TOTALS' }),
  stripeEvent: (id: string): Key => ({ pk: `STRIPE#${id}`, sk: 'STRIPE' }),
  subscription: (subscription: { eventId: string; endpointHash: string }): Key => ({
    pk: `EVENT#${subscription.eventId}`,
    sk: `SUBSCRIPTION#${subscription.endpointHash}`,
  }),
  subscriber: ({ eventId, person }: { eventId: string; person: PersonKey }): Key => ({
    pk: `EVENT#${eventId}`,
    sk: `SUBSCRIBER#${person}`,
  }),
  notificationThrottle: (eventId: string, kind: string): Key => ({
    pk: `EVENT#${eventId}`,
    sk: `PUSHED#${kind}`,
  }),
  archive: (archive: { eventId: string; id: string }): Key => ({
    pk: `EVENT#${archive.eventId}`,
    sk: ALL_ARCHIVES + archive.id,
  }),
  lastArchive: (eventId: string, viewer: string): Key => ({ pk: `EVENT#${eventId}`, sk: `ZIPS#${viewer}` }),
  archiveBudget: (budget: { eventId: string; viewer: string; day: string }): Key => ({
    pk: `EVENT#${budget.eventId}`,
    sk: `ZIPDAY#${budget.viewer}#${budget.day}`,
  }),
  media: (mediaId: string): Key => ({ pk: `MEDIA#${mediaId}`, sk: 'MEDIA' }),
  voteCount: (mediaId: string, shard: number): Key => ({
    pk: `MEDIA#${mediaId}`,
    sk: `${ALL_VOTE_COUNTS}${shard}`,
  }),
  vote: (vote: { eventId: string; voter: PersonKey; mediaId: string }): Key => ({
    pk: votesByVoter(vote),
    sk: `VOTE#${vote.mediaId}`,
  }),
};

/** What a row is: the word that its sort key begins with. */
export const kindOfRow = ({ sk }: { readonly sk?: unknown }): string => String(sk).split('#', 1)[0] ?? '';

/** What a part of a key names after the word for its kind: an id, or a person key. */
export const nameIn = (part: string): string => part.slice(part.indexOf('#') + 1);

/** The partition of one voter's votes in one event. */
export function votesByVoter({ eventId, voter }: { eventId: string; voter: PersonKey }): string {
  return `EVENT#${eventId}#VOTER#${voter}`;
}

/** The vote whose row has this key. */
export function voteOfKey({ pk, sk }: Key): { eventId: string; voter: PersonKey; mediaId: string } {
  const [event = '', voter = ''] = pk.split('#VOTER#');
  return { eventId: nameIn(event), voter: voter as PersonKey, mediaId: nameIn(sk) };
}

/** Prefixes of the sort keys of what is found by its user: the events that they own, and their sessions. */
export const ALL_OWNERSHIPS = 'OWNS#';
export const ALL_SESSIONS = 'SESSION#';

/** Prefix of the sort keys of what a person's files in an event were recognised by. */
export const contentsOf = (uploader: PersonKey): string => `FILE#${uploader}#`;

/** Prefix of the sort keys of the shards of an item's count of votes. */
export const ALL_VOTE_COUNTS = 'VOTES#';

/** Prefixes of the sort keys of an event's memberships, ZIPs and payments, each in its partition. */
export const ALL_PEOPLE = 'PERSON#';
export const ALL_ARCHIVES = 'ZIP#';
export const ALL_PAYMENTS = 'PAYMENT#';

/** The partition of an event's payments: not the event's own, because they outlive the event. */
export const paymentsOf = (eventId: string): string => `EVENT#${eventId}#PAYMENTS`;

/** gsi5 partition of pending payments; sorted by creation. */
export const PENDING_PAYMENTS = 'PENDING-PAYMENTS';

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

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';

function shardOf(id: string, shards: number): number {
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

/** gsi5 partition of an item whose renditions are not made yet. */
export const unfinishedShardOf = (mediaId: string): string =>
  `UNFINISHED#${shardOf(mediaId, UNFINISHED_SHARDS)}`;
export const unfinishedShards: readonly string[] = Array.from(
  { length: UNFINISHED_SHARDS },
  (_, shard) => `UNFINISHED#${shard}`,
);
