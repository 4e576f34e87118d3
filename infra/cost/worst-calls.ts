import { UPLOAD_DAYS } from '../../functions/domain/file-lifetimes.ts';
import { MAX_FILE_BYTES } from '../../shared/values/media-types.ts';
import type { PriceId } from './prices.ts';

/** The most that one request of a call can take, by whoever tries. */
export type WorstCall = {
  /** Units of the table, with its indexes and with what looks the caller up and counts the call. */
  readonly reads: number;
  readonly writes: number;
  readonly milliseconds: number;
  /** What it leaves behind or sends, in units of the price list. */
  readonly more?: Partial<Record<PriceId, number>>;
  /** Whether each request is about a file of the full size, which the caller has to send first or in turn. */
  readonly isAboutFile?: true;
};

const FILE_GB = MAX_FILE_BYTES / 1e9;

/** A file that is sent and never saved. */
const unsaved = { objectPut: 1, objectStorage: FILE_GB * (UPLOAD_DAYS / 30) };
/** Its copy, which stays; here for a month. What workers make of it is bounded by their places. */
const saved = { objectPut: 5, objectGet: 2, objectStorage: FILE_GB, queueRequest: 15 };

const call = (reads: number, writes: number, milliseconds: number): WorstCall => ({
  reads,
  writes,
  milliseconds,
});

/** With the item's approval and its deletion, which only what was saved can have. */
const save: WorstCall = { ...call(32, 80, 4000), more: saved, isAboutFile: true };
const issue: WorstCall = { ...call(5, 7, 100), more: unsaved, isAboutFile: true };
const vote: WorstCall = { ...call(12, 24, 200), more: { queueRequest: 3 } };

/**
 * By id, for every call and page. Units are those at the head of `functions/table/keys.ts`, for the largest page and the
 * most items; times follow from 12 milliseconds for each round trip, and more where files or another service take part.
 */
export const worstCalls: Readonly<Record<string, WorstCall>> = {
  'answer-unmatched': call(0, 0, 5),
  'block-person': call(8, 3, 80),
  'calculate-highlights': call(1060, 9, 5000),
  'cast-vote': vote,
  'claim-guest': call(200, 400, 15_000),
  'create-checkout': call(8, 22, 1000),
  // With its deletion.
  'create-event': { ...call(20, 30, 150), more: { queueRequest: 6 } },
  // With its deletion.
  'create-guest': { ...call(4, 6, 100), more: { queueRequest: 6 } },
  'delete-event': call(8, 0, 60),
  'delete-guest': call(1, 0, 40),
  'delete-media': call(9, 0, 70),
  'delete-user': call(2, 0, 50),
  'describe-api': call(0, 0, 30),
  'download-media': call(9, 0, 60),
  'event-picture': call(7, 0, 60),
  'get-archive': call(8, 0, 50),
  'get-event': call(7, 0, 40),
  'get-media': call(12, 0, 70),
  'get-user': call(1, 0, 30),
  'get-vapid-key': call(0, 0, 20),
  'get-votes': call(12, 0, 60),
  'issue-guest-upload': issue,
  'issue-upload': issue,
  'join-event': call(8, 6, 80),
  // All events of the caller: as many as fit into the longest answer.
  'list-events': call(60_000, 0, 15_000),
  'list-highlights': call(34, 0, 80),
  // The page, 200 of the caller's votes, and then those for each of its items.
  'list-media': call(263, 0, 130),
  'list-payments': call(135, 0, 120),
  'list-people': call(135, 0, 120),
  // Of a user with five hundred sessions.
  'delete-sessions': call(300, 1500, 3000),
  // Two hundred people or votes, six or more writes each.
  'remove-idle-people': call(700, 2400, 12_000),
  'list-public-events': call(510, 0, 400),
  login: call(0, 0, 30),
  // It asks the provider of accounts.
  'login-callback': call(0, 2, 500),
  logout: call(0, 2, 30),
  'moderate-event': call(9, 0, 80),
  // One item, to and fro.
  'moderate-media': { ...call(12, 20, 1000), more: { queueRequest: 3 } },
  'payment-status': call(7, 0, 40),
  'publish-object': call(4, 0, 50),
  'record-browser-report': { ...call(0, 1, 30), more: { logs: 8e-6 } },
  'refund-payment': call(10, 12, 2000),
  'restore-person': call(8, 3, 80),
  'save-guest-media': save,
  'save-media': save,
  'show-event': call(109, 0, 150),
  'start-archive': { ...call(9, 8, 100), more: { queueRequest: 6 } },
  'stripe-webhook': call(0, 0, 30),
  'subscribe-push': call(6, 22, 150),
  'unsubscribe-push': call(1, 7, 60),
  'update-event': call(8, 3, 80),
  'withdraw-vote': vote,
};
