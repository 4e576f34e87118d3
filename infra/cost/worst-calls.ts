import { UNSAVED_SECONDS } from '../../functions/domain/file-lifetimes.ts';
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

/** A file of the full size that is sent and never saved, until it is removed. */
export const unsavedFile = {
  objectPut: 2,
  objectStorage: (FILE_GB * UNSAVED_SECONDS) / (30 * 24 * 3600),
  queueRequest: 3,
} as const satisfies WorstCall['more'];

/** The copy of a saved one, which stays; here for a month. What workers make of it is bounded by their places. */
const saved = { objectPut: 5, objectGet: 2, objectStorage: FILE_GB, queueRequest: 15 };

const call = (reads: number, writes: number, milliseconds: number): WorstCall => ({
  reads,
  writes,
  milliseconds,
});

// What undoes something is counted with what made it, since it cannot be undone more often: with an item its approval and
// its deletion, with a vote its withdrawal, with both their move to the account that claims a guest.

const save: WorstCall = { ...call(32, 80, 4000), more: saved, isAboutFile: true };
/**
 * With a full list of unsaved uploads, of which one gives way, and with what becomes of it. Without a file: who sends one
 * saves it, if it is to cost much.
 */
const issue: WorstCall = { ...call(9, 17, 200), more: { objectPut: 1, queueRequest: 6 } };
const vote: WorstCall = { ...call(28, 60, 320), more: { queueRequest: 9 } };

/**
 * By id, for every call and page. Units are those of docs/table.md, for the largest page and the
 * most items; times follow from 12 milliseconds for each round trip, and more where files or another service take part.
 */
export const worstCalls: Readonly<Record<string, WorstCall>> = {
  'answer-unmatched': call(0, 0, 5),
  'block-person': call(8, 3, 80),
  'calculate-highlights': call(1060, 9, 5000),
  'cast-vote': vote,
  // What it moves is counted with votes and items.
  'claim-guest': { ...call(30, 30, 400), more: { queueRequest: 6 } },
  'create-checkout': call(22, 32, 1000),
  // With its deletion.
  'create-event': { ...call(20, 30, 150), more: { queueRequest: 6 } },
  // With its deletion.
  'create-guest': { ...call(4, 6, 100), more: { queueRequest: 6 } },
  'delete-event': call(8, 0, 60),
  'delete-guest': call(1, 0, 40),
  'delete-media': call(9, 0, 70),
  // Of somebody who owns as many events as a call can look at.
  'delete-user': call(60_000, 0, 15_000),
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
  // Five thousand events, with their counts.
  'list-events': call(16_000, 1, 5000),
  'list-highlights': call(34, 0, 80),
  // The page, 200 of the caller's votes, and then those for each of its items.
  'list-media': call(263, 0, 130),
  'list-payments': call(135, 0, 120),
  // A search that looks at a thousand people.
  'list-people': call(810, 1, 400),
  // The sessions are counted with signing in.
  'delete-sessions': call(3, 0, 60),
  // It counts a thousand people. Those whom it removes are counted with their votes.
  'remove-idle-people': call(130, 1, 150),
  'list-public-events': call(510, 0, 400),
  login: call(0, 0, 30),
  // It asks the provider of accounts. With the session's use and its end.
  'login-callback': call(1, 13, 500),
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
  // What workers write for it is bounded by their places, and in each event by its day's budget.
  'start-archive': { ...call(9, 8, 100), more: { queueRequest: 6 } },
  'stripe-webhook': call(0, 0, 30),
  'subscribe-push': call(6, 22, 150),
  'unsubscribe-push': call(1, 7, 60),
  'update-event': call(8, 3, 80),
  // Of no vote. Votes are counted with casting them.
  'withdraw-vote': call(12, 1, 100),
};
