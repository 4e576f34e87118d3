import type { Privacy } from '../../shared/contract/entities.ts';
import { type PaymentKind, type RoleName, roles } from '../fixtures/event-with-all-roles.ts';

/** What each role is answered, by kind of event. */
export type AccessAnswers = readonly {
  readonly privacy: Privacy;
  readonly money: PaymentKind;
  readonly answers: Readonly<Record<RoleName, string>>;
}[];

const every = { privacy: ['public', 'unlisted', 'private'], money: ['free', 'unpaid', 'paid'] } as const;

export const kindsOfEvent: readonly { readonly privacy: Privacy; readonly money: PaymentKind }[] =
  every.privacy.flatMap((privacy) => every.money.map((money) => ({ privacy, money })));

/**
 * Reads answers from lines of `privacy | money | owner co-host participant user blocked | guest
 * blocked-guest anonymous wrong-token`. "paid" are events that every person has paid for.
 * @param ok what `ok` stands for
 */
export function answers(table: string, ok = '200'): AccessAnswers {
  return table
    .trim()
    .split('\n')
    .flatMap((line) => answersOfLine(line, ok));
}

function answersOfLine(line: string, ok: string): AccessAnswers {
  const [privacies = '', monies = '', ...cells] = line.split('|').map((cell) => cell.trim());
  const byRole = cells.join(' ').split(/\s+/);
  if (byRole.length !== roles.length) throw new Error(`${line} has ${byRole.length} answers.`);
  const filled = byRole.map((answer) => (answer === 'ok' ? ok : answer));
  const answersByRole = Object.fromEntries(roles.map((role, at) => [role, filled[at]])) as Record<
    RoleName,
    string
  >;
  return valuesOf(privacies, every.privacy).flatMap((privacy) =>
    valuesOf(monies, every.money).map((money) => ({ privacy, money, answers: answersByRole })),
  );
}

function valuesOf<T extends string>(cell: string, all: readonly T[]): readonly T[] {
  return cell === 'any' ? all : all.filter((value) => cell.split(' ').includes(value));
}

// Rules that several calls follow. `ok` is what a call answers if it does what it is asked.

/** Seeing approved items. */
export const viewing = (ok = '200'): AccessAnswers =>
  answers(
    `public unlisted | free      | ok  ok  ok   ok   403 | ok   403  ok   401
     public unlisted | unpaid    | ok  ok  402  402  403 | 402  403  402  401
     public unlisted | paid      | ok  ok  ok   ok   403 | ok   403  402  401
     private         | free paid | ok  ok  ok   ok   403 | 401  403  401  401
     private         | unpaid    | ok  ok  402  402  403 | 401  403  401  401`,
    ok,
  );

export const uploading = (ok = '201'): AccessAnswers =>
  answers(
    `any             | free paid | ok  ok  ok   403  403 | 401  403  401  401
     any             | unpaid    | ok  ok  402  402  403 | 401  403  401  401`,
    ok,
  );

/** Calls for guests only: a user is not a guest. */
export const guestUploading = (ok = '201'): AccessAnswers =>
  answers(
    `public unlisted | free paid | 401 401 401  401  401 | ok   403  401  401
     public unlisted | unpaid    | 401 401 401  401  401 | 402  403  401  401
     private         | any       | 401 401 401  401  401 | 403  403  401  401`,
    ok,
  );

export const voting = (ok = '200'): AccessAnswers =>
  answers(
    `public unlisted | free paid | ok  ok  ok   ok   403 | ok   403  401  401
     public unlisted | unpaid    | ok  ok  402  402  403 | 402  403  401  401
     private         | free paid | ok  ok  ok   ok   403 | 401  403  401  401
     private         | unpaid    | ok  ok  402  402  403 | 401  403  401  401`,
    ok,
  );

/** Running the event: moderating, people. */
export const managing = (ok = '200'): AccessAnswers =>
  answers('any | any | ok ok 403 403 403 | 401 403 401 401', ok);

/** What the owner alone may do: deletion, money, naming co-hosts, handing over. */
export const owning = (ok = '200'): AccessAnswers =>
  answers('any | any | ok 403 403 403 403 | 401 403 401 401', ok);

/** Everybody who is signed in, blocked or not. */
export const signedIn = (ok = '200'): AccessAnswers =>
  answers('public | free | ok ok ok ok ok | 401 401 401 401', ok);
