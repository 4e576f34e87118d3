import { UNSAVED_SECONDS } from '../../functions/domain/unsaved-uploads.ts';
import { TICKET_SHOWINGS } from '../../functions/domain/live-update-times.ts';
import { MAX_FILE_BYTES } from '../../shared/values/file-limits.ts';
import type { PriceId } from './prices.ts';
import recorded from './worst-units.json' with { type: 'json' };

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
  /** Whether its units are added up from docs/table.md, and were not measured. */
  readonly isEstimate?: true;
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

/** What `test/local/table-units.test.ts` measured of calls and jobs. */
type Run = keyof typeof recorded;

type Units = Pick<WorstCall, 'reads' | 'writes'>;

/** What runs that belong together take. */
function unitsOf(...runs: readonly Run[]): Units {
  const sum = (kind: 'read' | 'write') => runs.reduce((total, run) => total + recorded[run][kind], 0);
  return { reads: sum('read'), writes: sum('write') };
}

const times = ({ reads, writes }: Units, factor: number): Units => ({
  reads: reads * factor,
  writes: writes * factor,
});

const plus = (...all: readonly Units[]): Units => ({
  reads: all.reduce((sum, { reads }) => sum + reads, 0),
  writes: all.reduce((sum, { writes }) => sum + writes, 0),
});

/** The units that are counted with what makes what they undo. One write is left: that the call is counted. */
const undoing = ({ reads }: Units): Units => ({ reads, writes: 1 });

const measured = (units: Units, milliseconds: number): WorstCall => ({ ...units, milliseconds });

const estimated = (reads: number, writes: number, milliseconds: number): WorstCall => ({
  reads,
  writes,
  milliseconds,
  isEstimate: true,
});

// What undoes something is counted with what made it, since it cannot be undone more often: with an item its approval and
// its deletion, with a vote its withdrawal. What moves either to the account that claims a guest is not measured.

/** The claim of one item or vote, by docs/table.md. */
const CLAIMED: Units = { reads: 2, writes: 10 };

const save: WorstCall = {
  ...measured(
    plus(unitsOf('save-guest-media', 'process-media', 'moderate-media', 'delete-media'), CLAIMED),
    4000,
  ),
  more: saved,
  isAboutFile: true,
};
/**
 * With a full list of unsaved uploads, of which one gives way, and with what becomes of it: 9 writes more. Without a file:
 * who sends one saves it, if it is to cost much.
 */
const issue: WorstCall = {
  ...measured(plus(unitsOf('issue-guest-upload'), { reads: 0, writes: 9 }), 200),
  more: { objectPut: 1, queueRequest: 6 },
};
/** Its job runs for the vote, for the roll-up that it brings about, and for both again when it is withdrawn. */
const vote: WorstCall = {
  ...measured(plus(unitsOf('cast-vote', 'withdraw-vote'), times(unitsOf('roll-up-votes'), 4), CLAIMED), 320),
  more: { queueRequest: 9 },
};

/** To connect and to subscribe. */
const SHOWINGS = 2 * TICKET_SHOWINGS;
/** With what it opens: each time that it is shown it is looked at. What is then told is counted by itself. */
const ticket: WorstCall = {
  ...estimated(5 + 4 * SHOWINGS, 2 + SHOWINGS, 60 + 40 * SHOWINGS),
  more: { liveOperation: SHOWINGS },
};

/** Of a user who has joined or made as many events as one call gets through: five thousand. */
const EVENTS = 5000 / 200;

/**
 * By id, for every call and page: units for the largest page and the most items. Times follow from 12 milliseconds for
 * each round trip, and more where files or another service take part.
 */
export const worstCalls: Readonly<Record<string, WorstCall>> = {
  'accept-co-host-link': estimated(5, 11, 100),
  'answer-unmatched': { reads: 0, writes: 0, milliseconds: 5 },
  'block-person': measured(unitsOf('block-person'), 80),
  // Of five thousand items, the most that are looked at.
  'calculate-highlights': estimated(1066, 9, 5000),
  'cast-vote': vote,
  // What it moves is counted with votes and items.
  'claim-guest': { ...estimated(30, 30, 400), more: { queueRequest: 6 } },
  // With its end.
  'create-co-host-link': estimated(4, 6, 80),
  // It asks Stripe, which is not there when the others are measured. With the end of its checkout.
  'create-checkout': estimated(19, 32, 1000),
  // With its deletion: as many writes again.
  'create-event': { ...measured(times(unitsOf('create-event'), 3), 150), more: { queueRequest: 6 } },
  // With its end.
  'issue-event-code': estimated(4, 7, 80),
  // With its deletion.
  'create-guest': { ...measured(times(unitsOf('create-guest'), 3), 100), more: { queueRequest: 6 } },
  'delete-event': estimated(5, 1, 60),
  'delete-guest': estimated(1, 1, 40),
  'delete-media': measured(undoing(unitsOf('delete-media')), 70),
  // As long as it may take, which is not enough for all events of somebody who owns so many.
  'dismiss-co-host': estimated(4, 9, 80),
  'delete-user': measured({ ...times(unitsOf('delete-user, who owns 200 events'), 120), writes: 1 }, 15_000),
  'describe-api': { reads: 0, writes: 0, milliseconds: 30 },
  // Of a file of 100 MiB, whose clean copy it puts together once a day, and which is one of five thousand undated ones.
  'download-media': { ...estimated(180, 2, 4000), more: { objectPut: 1 } },
  // Each edge has an address drawn once a day; every other request is one read, and led there.
  'event-picture': estimated(1, 0, 40),
  // One that is found; above the limit it is looked up whether it was found before.
  'find-event-by-code': estimated(3, 2, 60),
  'get-archive': estimated(6, 0, 50),
  'get-event': measured(unitsOf('get-event'), 40),
  'get-media': measured(unitsOf('get-media'), 70),
  'get-user': measured(unitsOf('get-user'), 30),
  'get-vapid-key': { reads: 0, writes: 0, milliseconds: 20 },
  'get-votes': measured(unitsOf('get-votes'), 60),
  // Of ten thousand items and as many people, counted anew, with a tally of four hundred hours.
  'get-numbers': estimated(3201, 76, 4000),
  'hand-over-event': estimated(8, 17, 120),
  'issue-guest-upload': issue,
  'issue-upload': issue,
  'join-event': measured(unitsOf('join-event'), 80),
  'list-events': measured({ ...times(unitsOf('list-events, 200 of them'), EVENTS), writes: 1 }, 5000),
  'list-highlights': estimated(40, 0, 90),
  // The page, its viewer's own items that wait, 200 of their votes, those for each item, and 200 names.
  'list-media': measured(unitsOf('list-media'), 130),
  'list-payments': measured(unitsOf('list-payments'), 120),
  // A search that looks at a thousand people.
  'list-people': measured(unitsOf('list-people'), 400),
  // The sessions are counted with signing in.
  'delete-sessions': estimated(3, 1, 60),
  // Both count a thousand people. Those whom they remove are counted with what they did.
  'block-recent-guests': measured(unitsOf('block-recent-guests'), 150),
  'remove-idle-people': measured(unitsOf('remove-idle-people'), 150),
  'list-public-events': measured(unitsOf('list-public-events'), 400),
  login: { reads: 0, writes: 0, milliseconds: 30 },
  // It asks the provider of accounts. With the session's use and its end, and the person's row.
  'login-callback': measured(plus(unitsOf('login-callback, its session'), { reads: 1, writes: 8 }), 500),
  logout: estimated(0, 2, 30),
  // Of five thousand items, each of another uploader, for the owner: whether these are set aside, and their names.
  'measure-archive': estimated(6100, 1, 3000),
  'moderate-event': estimated(8, 1, 80),
  // One item, to and fro.
  'moderate-media': { ...measured(unitsOf('moderate-media'), 1000), more: { queueRequest: 3 } },
  'name-co-host': estimated(5, 9, 90),
  'payment-status': measured(unitsOf('payment-status'), 40),
  'publish-object': estimated(6, 0, 50),
  'record-browser-report': { reads: 0, writes: 1, milliseconds: 30, more: { logs: 8e-6 } },
  'refund-payment': estimated(7, 12, 2000),
  // The links are counted with making them.
  'revoke-co-host-links': estimated(13, 1, 80),
  'restore-person': measured(unitsOf('restore-person'), 80),
  'save-guest-media': save,
  'save-media': save,
  'show-event': measured(unitsOf('show-event'), 150),
  // What workers write for it is bounded by their places, and in each event by its day's budget.
  'start-archive': { ...measured(unitsOf('start-archive'), 100), more: { queueRequest: 6 } },
  'stripe-webhook': { reads: 0, writes: 0, milliseconds: 30 },
  // Of a browser that somebody else had, and one more than a person may have.
  'issue-live-ticket': ticket,
  'subscribe-push': estimated(11, 22, 150),
  'unsubscribe-push': estimated(1, 7, 60),
  'update-event': measured(unitsOf('update-event'), 80),
  // Of no vote. Votes are counted with casting them.
  'withdraw-vote': measured(undoing(unitsOf('withdraw-vote')), 100),
};
