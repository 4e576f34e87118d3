import type { PersonKey } from '../domain/caller.ts';

/**
 * The map of the table, and the only builder of its keys.
 *
 * Rows (pk / sk):
 *   USER#id / USER · GUEST#id / GUEST · SESSION#hash / SESSION · UPLOAD#id / UPLOAD
 *   USER#id / OWNS#eventId · USER#id / SESSION#hash (what is found by its user)
 *   UPLOADS#personKey / UNSAVED (issued and not saved yet)
 *   EVENT#id / EVENT · EVENT#id / PERSON#personKey (membership) · EVENT#id / HIGHLIGHTS
 *   EVENT#id / NUMBERS (items and people, as they were last counted) · EVENT#id / TALLY#n (media counts) · EVENT#id / PEOPLE#n (places taken, by room)
 *   EVENT#id / HOSTLINK#hash (makes one person a co-host)
 *   CODE#code / CODE (which event has this code) · FOUND#hash of an address#code / FOUND (it was found from there)
 *   EVENT#id / FILE#personKey#size-etag (which item had it first)
 *   SWEEP#name / SWEEP (where a job that walks through files goes on)
 *   LIMIT#call#subject / end of the window (of rate limits and paces) · PROOF#what it is good for / PROOF (used up)
 *   MEDIA#id / MEDIA · MEDIA#id / VOTES#n (count of votes) · EVENT#id#VOTER#personKey / VOTE#mediaId
 *   EVENT#id#PAYMENTS / PAYMENT#id · EVENT#id#PAYMENTS / TOTALS · STRIPE#deliveryId / STRIPE
 *   EVENT#id / ZIP#archiveId · EVENT#id / ZIPS#kind (the last one made of it: for whom, and in which size)
 *   EVENT#id / ZIPDAY#viewer#day (what a day's ZIPs are charged)
 *   EVENT#id#DOWNLOADS / COUNTS · EVENT#id#DOWNLOADS / BY#hash (somebody who is counted)
 *   EVENT#id / SUBSCRIPTION#endpointHash · EVENT#id / SUBSCRIBER#personKey (whose browsers these are)
 *   EVENT#id / LIVE (how its listeners are told of changes) · TICKET#hash / TICKET (lets somebody listen)
 *   EVENT#id / PUSHED#kind · EVENT#id / UNDATED#uploadedAt#mediaId (its place among the undated) · EVENT#id / UNDATED (the last number that an earlier
 *   release gave one)
 *
 * The keys of indexes are in `index-keys.ts`, how rows are spread over shards in `shards.ts`, and what each access
 * pattern costs in `docs/table.md`.
 */

export type Key = { pk: string; sk: string };

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
  eventCode: (code: string): Key => ({ pk: `CODE#${code}`, sk: 'CODE' }),
  foundCode: ({ network, code }: { network: string; code: string }): Key => ({
    pk: `FOUND#${network}#${code}`,
    sk: 'FOUND',
  }),
  mediaCounts: (eventId: string, shard: number): Key => ({
    pk: `EVENT#${eventId}`,
    sk: `${ALL_MEDIA_COUNTS}${shard}`,
  }),
  peopleCount: (eventId: string, shard: number): Key => ({ pk: `EVENT#${eventId}`, sk: `PEOPLE#${shard}` }),
  highlights: (eventId: string): Key => ({ pk: `EVENT#${eventId}`, sk: 'HIGHLIGHTS' }),
  numbers: (eventId: string): Key => ({ pk: `EVENT#${eventId}`, sk: 'NUMBERS' }),
  content: (file: { eventId: string; uploader: PersonKey; content: string }): Key => ({
    pk: `EVENT#${file.eventId}`,
    sk: contentsOf(file.uploader) + file.content,
  }),
  rateLimit: (call: { endpointId: string; subject: string; windowEnd: number }): Key => ({
    pk: `LIMIT#${call.endpointId}#${call.subject}`,
    sk: String(call.windowEnd),
  }),
  sweep: (name: string): Key => ({ pk: `SWEEP#${name}`, sk: 'SWEEP' }),
  usedProof: (challenge: string): Key => ({ pk: `PROOF#${challenge}`, sk: 'PROOF' }),
  membership: (eventId: string, person: PersonKey): Key => ({
    pk: `EVENT#${eventId}`,
    sk: ALL_PEOPLE + person,
  }),
  coHostLink: (eventId: string, hash: string): Key => ({
    pk: `EVENT#${eventId}`,
    sk: ALL_CO_HOST_LINKS + hash,
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
  liveUpdates: (eventId: string): Key => ({ pk: `EVENT#${eventId}`, sk: 'LIVE' }),
  liveTicket: (hash: string): Key => ({ pk: `TICKET#${hash}`, sk: 'TICKET' }),
  archive: (archive: { eventId: string; id: string }): Key => ({
    pk: `EVENT#${archive.eventId}`,
    sk: ALL_ARCHIVES + archive.id,
  }),
  lastArchive: (eventId: string, kind: string): Key => ({ pk: `EVENT#${eventId}`, sk: `ZIPS#${kind}` }),
  archiveBudget: (budget: { eventId: string; viewer: string; day: string }): Key => ({
    pk: `EVENT#${budget.eventId}`,
    sk: `ZIPDAY#${budget.viewer}#${budget.day}`,
  }),
  downloadCounts: (eventId: string): Key => ({ pk: downloadsOf(eventId), sk: 'COUNTS' }),
  downloader: (eventId: string, hash: string): Key => ({ pk: downloadsOf(eventId), sk: `BY#${hash}` }),
  lastUndatedNumber: (eventId: string): Key => ({ pk: `EVENT#${eventId}`, sk: 'UNDATED' }),
  undatedItem: (item: { eventId: string; uploadedAt: string; id: string }): Key => ({
    pk: `EVENT#${item.eventId}`,
    sk: `UNDATED#${item.uploadedAt}#${item.id}`,
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

/** Prefixes of the sort keys of the shards of an item's count of votes, and of an event's media counts. */
export const ALL_VOTE_COUNTS = 'VOTES#';
export const ALL_MEDIA_COUNTS = 'TALLY#';

/** Prefixes of the sort keys of an event's memberships, links for co-hosts, ZIPs and payments, each in its partition. */
export const ALL_PEOPLE = 'PERSON#';
/** As all that is in an event's partition, it sorts after the event's own row: deleting an event relies on that. */
export const ALL_CO_HOST_LINKS = 'HOSTLINK#';
export const ALL_ARCHIVES = 'ZIP#';
export const ALL_PAYMENTS = 'PAYMENT#';

/** The partition of an event's payments: not the event's own, because they outlive the event. */
export const paymentsOf = (eventId: string): string => `EVENT#${eventId}#PAYMENTS`;

/** The partition of what is counted of an event's downloads. */
export const downloadsOf = (eventId: string): string => `EVENT#${eventId}#DOWNLOADS`;
