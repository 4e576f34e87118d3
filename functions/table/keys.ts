import type { MediaStatus } from '../../shared/contract/entities.ts';
import type { PersonKey } from '../domain/caller.ts';

/**
 * The table's map and the only builder of keys.
 *
 * Items (pk / sk):
 *   USER#id / USER · GUEST#id / GUEST · SESSION#hash / SESSION · LOGIN#hash / LOGIN · UPLOAD#id / UPLOAD
 *   EVENT#id / EVENT · EVENT#id / TALLY#n · EVENT#id / PERSON#personKey · EVENT#id / HIGHLIGHTS
 *   EVENT#id / PEOPLE#n (how many)
 *   EVENT#id / FILE#personKey#size-etag (which item had it first)
 *   LIMIT#call#subject / end of the window
 *   MEDIA#id / MEDIA · EVENT#id#VOTER#personKey / VOTE#mediaId
 *   EVENT#id#PAYMENTS / PAYMENT#id · EVENT#id#PAYMENTS / TOTALS · STRIPE#eventId / STRIPE
 *   EVENT#id / ZIP#archiveId · EVENT#id / ZIPS#viewer (the last one made for them)
 *   EVENT#id / SUBSCRIPTION#endpointHash · EVENT#id / PUSHED#kind
 *
 * Access patterns, with requests and capacity units (RU read, WU write; items under 1 KB, media about 1.5 KB;
 * a session or guest look-up before each of them is one more consistent GetItem, 1 RU):
 *   event with counts and the caller's standing   1 BatchGetItem of 6 keys                  6 RU
 *   one's events                                  1 Query gsi1, then 1 BatchGetItem per 20  0.5 RU + 2.5 RU each
 *   public events, newest first                   1 Query gsi1                              0.5 RU per 4 KB
 *   gallery page of n (uploadedAt, capturedAt)    1 Query gsi1 or gsi3                      n × 0.2 RU
 *     and the caller's own pending, if any        1 Query gsi4 (the owner: gsi1 or gsi3)
 *     and which of them the caller voted for      1 Query of the voter's partition          0.5 RU per 40 votes
 *   gallery page by votes                         1 Query gsi2                              n × 0.2 RU
 *   an event's page, filled                       the event with counts and a gallery page of 60
 *   one item                                      1 GetItem                                 1 RU
 *   somebody's first act in an event              1 transaction of 2, up to 4 where it is full    4 WU + index 1 WU
 *   save                                          1 transaction of 5, 1 UpdateItem          15 WU + indexes 8 WU
 *   vote, unvote                                  1 transaction of 2 (1 more where an item's first vote
 *                                                 comes or its last one goes, and 1 more
 *                                                 for a guest's vote)                       8 to 12 WU + index 2 WU
 *   moderate one                                  1 transaction of 2 or 3                   6 WU + indexes 8 WU
 *   votes of an item (deletion)                   1 Query gsi1                              0.5 RU per 40 votes
 *   deleting an event of n items and p people     n/250 + p Queries, n/25 BatchWriteItem    n × 10 WU
 *   counting a limited call                       1 UpdateItem                              1 WU
 *   unfinished items (repair)                     8 Queries gsi5                            0.5 RU each when empty
 *   beginning a checkout                          1 transaction of 2                        4 WU + index 1 WU
 *   settling a payment                            3 GetItem, 1 transaction of 2 to 5        5 RU, 4 to 10 WU
 *   page of n payments with the totals            1 Query, 1 GetItem                        n × 0.25 RU + 1 RU
 *   pending payments (reconciling)                1 Query gsi5                              0.5 RU per 8 payments
 *   subscribing to news                           1 transaction of 2                        4 WU + indexes 2 WU
 *   one's subscriptions, those of one browser     1 Query gsi1 or gsi4                      0.5 RU per 6
 *   page of n subscriptions with standings        1 Query, 1 BatchGetItem                   n × 1.2 RU
 *   taking the minute's turn to send news         1 UpdateItem                              1 WU
 *   highlights with their items                   1 GetItem, 2 BatchGetItem of up to 12     up to 37 RU
 *   choosing highlights                           1 to 23 Queries, 1 transaction of 2       up to 5,000 × 0.2 RU, 8 WU
 *   asking for a ZIP                              2 GetItem; a new one: 1 transaction of 3    2 RU, 6 WU
 *   how far a ZIP is                              1 GetItem                                 1 RU
 *   planning a ZIP of n items                     n/700 Queries gsi3, 2 BatchGetItem        n × 0.2 RU
 *   writing 32 MiB of a ZIP                       1 GetItem, 1 BatchGetItem, 1 UpdateItem   7 RU, 1 WU
 * No pattern's cost grows with the size of the event, but its deletion's; choosing highlights stops growing at 5,000 items, and a ZIP is
 * planned once for all who see the same.
 */

export type Key = { pk: string; sk: string };

/** How many items an event's counts are spread over, so that parallel saves rarely meet. */
export const MEDIA_COUNT_SHARDS = 4;
/** The same for its count of people. */
export const PEOPLE_SHARDS = 4;
const UNFINISHED_SHARDS = 8;

export const keys = {
  user: (userId: string): Key => ({ pk: `USER#${userId}`, sk: 'USER' }),
  guest: (guestId: string): Key => ({ pk: `GUEST#${guestId}`, sk: 'GUEST' }),
  session: (hash: string): Key => ({ pk: `SESSION#${hash}`, sk: 'SESSION' }),
  login: (hash: string): Key => ({ pk: `LOGIN#${hash}`, sk: 'LOGIN' }),
  upload: (uploadId: string): Key => ({ pk: `UPLOAD#${uploadId}`, sk: 'UPLOAD' }),
  event: (eventId: string): Key => ({ pk: `EVENT#${eventId}`, sk: 'EVENT' }),
  mediaCounts: (eventId: string, shard: number): Key => ({ pk: `EVENT#${eventId}`, sk: `TALLY#${shard}` }),
  peopleCount: (eventId: string, shard: number): Key => ({ pk: `EVENT#${eventId}`, sk: `PEOPLE#${shard}` }),
  highlights: (eventId: string): Key => ({ pk: `EVENT#${eventId}`, sk: 'HIGHLIGHTS' }),
  content: (file: { eventId: string; uploader: PersonKey; content: string }): Key => ({
    pk: `EVENT#${file.eventId}`,
    sk: `FILE#${file.uploader}#${file.content}`,
  }),
  rateLimit: (call: { endpointId: string; subject: string; windowEnd: number }): Key => ({
    pk: `LIMIT#${call.endpointId}#${call.subject}`,
    sk: String(call.windowEnd),
  }),
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
  notificationThrottle: (eventId: string, kind: string): Key => ({
    pk: `EVENT#${eventId}`,
    sk: `PUSHED#${kind}`,
  }),
  archive: (archive: { eventId: string; id: string }): Key => ({
    pk: `EVENT#${archive.eventId}`,
    sk: ALL_ARCHIVES + archive.id,
  }),
  lastArchive: (eventId: string, viewer: string): Key => ({ pk: `EVENT#${eventId}`, sk: `ZIPS#${viewer}` }),
  media: (mediaId: string): Key => ({ pk: `MEDIA#${mediaId}`, sk: 'MEDIA' }),
  vote: (vote: { eventId: string; voter: PersonKey; mediaId: string }): Key => ({
    pk: votesByVoter(vote),
    sk: `VOTE#${vote.mediaId}`,
  }),
};

/** What a row is: the word that its sort key begins with. */
export const kindOfRow = ({ sk }: { readonly sk?: unknown }): string => String(sk).split('#', 1)[0] ?? '';

/** What a part of a key names, behind the word that says what it is: an id, or a person. */
export const nameIn = (part: string): string => part.slice(part.indexOf('#') + 1);

/** The partition of one voter's votes in one event. */
export function votesByVoter({ eventId, voter }: { eventId: string; voter: PersonKey }): string {
  return `EVENT#${eventId}#VOTER#${voter}`;
}

/** What the sort keys of an event's people, ZIPs and payments begin with, each in its partition. */
export const ALL_PEOPLE = 'PERSON#';
export const ALL_ARCHIVES = 'ZIP#';
export const ALL_PAYMENTS = 'PAYMENT#';

/** The partition of an event's payments: not the event's own, because it outlives the event. */
export const paymentsOf = (eventId: string): string => `EVENT#${eventId}#PAYMENTS`;

/** gsi5 partition of payments that are not decided yet; sorted by their beginning. */
export const PENDING_PAYMENTS = 'PENDING-PAYMENTS';

/** gsi1 of public events, newest first. */
export const PUBLIC_EVENTS = 'PUBLIC';

/** gsi1 partition of one person's memberships; sorted by the event's creation. */
export const membershipsOf = (person: PersonKey): string => `PERSON#${person}`;

/** gsi1 partition of one user's sessions. */
export const sessionsOf = (userId: string): string => `USER#${userId}#SESSIONS`;

/** gsi1 partition of one person's subscriptions to news; sorted by event. */
export const subscriptionsOf = (person: PersonKey): string => `PERSON#${person}#SUBSCRIPTIONS`;

/** gsi4 partition of one browser's subscriptions. */
export const subscriptionsAt = (endpointHash: string): string => `ENDPOINT#${endpointHash}`;

/** gsi1 partition of the votes for one item. */
export const votesForMedia = (mediaId: string): string => `MEDIA#${mediaId}#VOTES`;

/** gsi1, gsi2 and gsi3 partition of an event's items of one status. */
export const mediaInStatus = (eventId: string, status: MediaStatus): string => `EVENT#${eventId}#${status}`;

/** gsi4 partition of one person's items in an event; its sort values begin with the status. */
export const mediaByUploader = (eventId: string, person: PersonKey): string =>
  `EVENT#${eventId}#BY#${person}`;

/** A sort value made unique by the item's id, so that "after this one" means one place. */
export const sortPosition = (value: string, id: string): string => `${value}#${id}`;

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';

function shardOf(id: string, shards: number): number {
  return BASE32.indexOf(id.at(-2) ?? 'a') % shards;
}

/** The count of people that somebody is tried in first; the others follow where it is full. */
export function peopleShardOf(person: PersonKey): number {
  let sum = 0;
  for (let at = 0; at < person.length; at += 1) sum += person.charCodeAt(at);
  return sum % PEOPLE_SHARDS;
}

/** The tally item that counts one media item: always the same, so that its additions cancel out. */
export const mediaCountShardOf = (mediaId: string): number => shardOf(mediaId, MEDIA_COUNT_SHARDS);

/** gsi5 partitions of items whose renditions are not made yet. */
export const unfinishedShardOf = (mediaId: string): string =>
  `UNFINISHED#${shardOf(mediaId, UNFINISHED_SHARDS)}`;
export const unfinishedShards: readonly string[] = Array.from(
  { length: UNFINISHED_SHARDS },
  (_, shard) => `UNFINISHED#${shard}`,
);
