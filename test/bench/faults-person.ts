import { setTimeout as pause } from 'node:timers/promises';
import type { ApiResponse } from '../fixtures/api-client.ts';
import { credentials, type Guest, type SignedIn } from '../fixtures/users-and-guests.ts';
import {
  type EventThing,
  type Fate,
  isThere,
  type ItemThing,
  type Ledger,
  type Thing,
} from './faults-ledger.ts';

/** Everybody who takes part shares these. */
export type Run = {
  readonly ledger: Ledger;
  /** Ends all retries and acts. */
  readonly over: AbortSignal;
  /** A number that nothing else in the run has. */
  readonly next: () => number;
};

export type Person = {
  readonly run: Run;
  readonly client: Guest | SignedIn;
  /** Person key. */
  readonly key: string;
  /** Their own numbers, drawn by the seed. */
  readonly draw: () => number;
};

export const pick = <T>({ draw }: Person, from: readonly T[]): T | undefined =>
  from[Math.floor(draw() * from.length)];

/** A guest's credentials in the body or, as text, in the query; nothing for a user. */
export const identity = ({ client }: Person) => ('guestId' in client ? credentials(client) : {});
export const identityQuery = (person: Person): string => new URLSearchParams(identity(person)).toString();

/** How often people give up after a failure, as if they closed the page. */
const GIVES_UP = 0.04;
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [100, 2000];

export type Asked<Answer> = {
  /** Undefined if there was none in the end. */
  readonly answer: Answer | undefined;
  /** Whether some attempt may have been carried out although nobody was told. */
  readonly hasDoubt: boolean;
};

/** Asks until there is an answer that the web app would not ask again for, or the person gives up. */
export async function persist<Answer extends Pick<ApiResponse, 'status'>>(
  person: Person,
  ask: () => Promise<Answer>,
): Promise<Asked<Answer>> {
  const { run, draw } = person;
  for (let failures = 0; !run.over.aborted; failures += 1) {
    const answer = await ask().catch(() => undefined);
    if (answer && !isRetryable(answer.status)) return { answer, hasDoubt: failures > 0 };
    if (draw() < GIVES_UP) break;
    const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures);
    await pause(draw() * longest, undefined, { signal: run.over }).catch(() => undefined);
  }
  return { answer: undefined, hasDoubt: true };
}

/** As the web app sees it. */
const isRetryable = (status: number): boolean => status >= 500 || [408, 425, 429].includes(status);

type Act = {
  readonly thing: Thing;
  /** For its history. */
  readonly as: string;
  /** The statuses that say that it is done. */
  readonly done: readonly number[];
};

/** Asks, and writes down what was asked and answered. @returns how it ended, and the answer */
export async function act<Answer extends Pick<ApiResponse, 'status'>>(
  person: Person,
  { thing, as, done }: Act,
  ask: () => Promise<Answer>,
): Promise<{ fate: Exclude<Fate, 'unasked'>; answer: Answer | undefined }> {
  const { note } = person.run.ledger;
  let tries = 0;
  const { answer, hasDoubt } = await persist(person, async () => {
    tries += 1;
    const answered = await ask().catch((error: unknown) => {
      note(thing, `${as}: no answer`);
      throw error;
    });
    note(thing, `${as}: ${answered.status}`);
    return answered;
  });
  if (answer && done.includes(answer.status)) return { fate: 'done', answer };
  if (answer && !hasDoubt) return { fate: 'refused', answer };
  if (tries === 0) return { fate: 'refused', answer };
  return { fate: 'unanswered', answer };
}

/** Free events that nobody is deleting. */
export const openEventsOf = ({ run }: Person): EventThing[] =>
  run.ledger.events.filter((event) => isThere(event) && !event.isPaid);

/** How many of the newest items people look at. */
const NEWEST = 400;

/** Items that nobody is deleting. */
export const openItemsOf = ({ run }: Person): ItemThing[] =>
  run.ledger.items.slice(-NEWEST).filter((item) => isThere(item) && isThere(item.event));
