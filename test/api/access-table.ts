import type { Privacy } from '../../shared/contract/entities.ts';
import { type PaymentKind, type RoleName, roles } from '../fixtures/event-with-all-roles.ts';

/** Calls that the same people may make, with what each is answered where it may be made: `ok` in the table. */
const groups: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'look at media': {
    'GET media': '200',
    'GET highlights': '200',
    'GET votes': '200',
    'GET one item': '200',
    'GET download': '302',
    'POST archive': '200',
    // One that nobody has asked for.
    'GET archive': '404',
  },
  'look at what is held back': { 'GET media?status=pending': '200', 'GET media?status=rejected': '200' },
  upload: { 'POST media': '201', 'POST objects/upload': '201' },
  'upload as a guest': { 'POST media/guest': '201', 'POST objects/upload/guest': '201' },
  moderate: { 'PUT moderate': '200', 'POST moderate all': '200' },
  vote: { 'POST vote': '200', 'DELETE vote': '200' },
  'manage people': { 'GET people': '200', 'DELETE person': '204', 'POST restore person': '204' },
};

/**
 * Who may do what, and what they are answered. `-` is a call that is not for people with an account. "paid" are events
 * that everybody with a name has paid for.
 */
const table = `
call, or a group of calls    | privacy         | money       | owner participant user blocked | guest blocked-guest anonymous wrong-token

GET event                    | public unlisted | any         | 200   200         200  403     | 200   403           200       401
GET event                    | private         | any         | 200   200         200  403     | 401   403           401       401
POST join                    | any             | any         | 409   409         201  403     | 401   403           401       401
PUT event                    | any             | any         | 200   403         403  403     | 401   403           401       401
DELETE event                 | any             | any         | 204   403         403  403     | 401   403           401       401

look at media                | public unlisted | free        | ok    ok          ok   403     | ok    403           ok        401
look at media                | public unlisted | unpaid      | ok    402         402  403     | 402   403           402       401
look at media                | public unlisted | paid        | ok    ok          ok   403     | ok    403           402       401
look at media                | private         | free paid   | ok    ok          ok   403     | 401   403           401       401
look at media                | private         | unpaid      | ok    402         402  403     | 401   403           401       401
GET archive, the owner's     | public unlisted | free        | 200   404         404  403     | 404   403           404       401
GET archive, the owner's     | public unlisted | unpaid      | 200   402         402  403     | 402   403           402       401
GET archive, the owner's     | public unlisted | paid        | 200   404         404  403     | 404   403           402       401
GET archive, the owner's     | private         | free paid   | 200   404         404  403     | 401   403           401       401
GET archive, the owner's     | private         | unpaid      | 200   402         402  403     | 401   403           401       401
look at what is held back    | any             | any         | ok    403         403  403     | 401   403           401       401

upload                       | any             | free paid   | ok    ok          403  403     | 401   403           401       401
upload                       | any             | unpaid      | ok    402         402  403     | 401   403           401       401
upload as a guest            | public unlisted | free paid   | -     -           -    -       | ok    403           401       401
upload as a guest            | public unlisted | unpaid      | -     -           -    -       | 402   403           401       401
upload as a guest            | private         | any         | -     -           -    -       | 403   403           401       401
POST objects/public, own     | any             | free paid   | 200   200         200  403     | 200   403           401       401

moderate                     | any             | any         | ok    403         403  403     | 401   403           401       401
DELETE media, another's      | any             | any         | 204   403         403  403     | 403   403           401       401
DELETE media, own            | any             | free paid   | 204   204         204  403     | 204   403           401       401

vote                         | public unlisted | free paid   | ok    ok          ok   403     | ok    403           401       401
vote                         | public unlisted | unpaid      | ok    402         402  403     | 402   403           401       401
vote                         | private         | free paid   | ok    ok          ok   403     | 401   403           401       401
vote                         | private         | unpaid      | ok    402         402  403     | 401   403           401       401
POST highlights/calculate    | any             | any         | 200   403         403  403     | 401   403           401       401

GET payment-status           | any             | free unpaid | yes   no          no   403     | no    403           no        401
GET payment-status           | any             | paid        | yes   yes         yes  403     | yes   403           no        401
POST create-checkout         | any             | free        | 400   400         400  403     | 400   403           401       401
POST create-checkout         | any             | unpaid      | 409   200         200  403     | 200   403           401       401
POST create-checkout         | any             | paid        | 409   409         409  403     | 409   403           401       401
GET payments                 | any             | any         | 200   403         403  403     | 401   403           401       401
POST refund                  | any             | free unpaid | 404   403         403  403     | 401   403           401       401
POST refund                  | any             | paid        | 200   403         403  403     | 401   403           401       401

manage people                | any             | any         | ok    403         403  403     | 401   403           401       401
POST push subscribe          | public unlisted | any         | 201   201         201  403     | 201   403           401       401
POST push subscribe          | private         | any         | 201   201         201  403     | 401   403           401       401

POST objects/upload, no event| public          | free        | 201   201         201  201     | 401   401           401       401
GET events                   | public          | free        | 200   200         200  200     | 401   401           401       401
GET events/public            | public          | free        | 200   200         200  200     | 200   200           200       401
GET picture                  | public          | free        | 302   302         302  302     | 302   302           302       302
GET picture                  | public          | unpaid paid | 404   404         404  404     | 404   404           404       404
GET picture                  | private unlisted| any         | 404   404         404  404     | 404   404           404       404
GET push key                 | public          | free        | 200   200         200  200     | 200   200           200       200
POST push unsubscribe        | public          | free        | 200   200         200  200     | 200   200           200       200
`;

export type Rule = {
  readonly call: string;
  readonly privacy: Privacy;
  readonly money: PaymentKind;
  readonly answers: Readonly<Record<RoleName, string>>;
};

const every = { privacy: ['public', 'unlisted', 'private'], money: ['free', 'unpaid', 'paid'] } as const;

function valuesOf<T extends string>(cell: string, all: readonly T[]): readonly T[] {
  return cell === 'any' ? all : all.filter((value) => cell.split(' ').includes(value));
}

function rulesOf(line: string): Rule[] {
  const [name = '', privacies = '', monies = '', ...cells] = line.split('|').map((cell) => cell.trim());
  const seen = cells.join(' ').split(/\s+/);
  if (seen.length !== roles.length) throw new Error(`${line} has ${seen.length} answers.`);
  const places = valuesOf(privacies, every.privacy).flatMap((privacy) =>
    valuesOf(monies, every.money).map((money) => ({ privacy, money })),
  );
  return Object.entries(groups[name] ?? { [name]: 'ok' }).flatMap(([call, ok]) => {
    // What is not for people with an account asks for a guest.
    const answers = seen.map((answer) => (answer === '-' ? '401' : answer === 'ok' ? ok : answer));
    const byRole = Object.fromEntries(roles.map((role, at) => [role, answers[at]])) as Rule['answers'];
    return places.map((place) => ({ call, ...place, answers: byRole }));
  });
}

/** Every cell of the table, by place. */
export const rules: readonly Rule[] = table
  .trim()
  .split('\n')
  .slice(1)
  .filter((line) => line.trim() !== '')
  .flatMap(rulesOf);

export const kindsOfEvent: readonly { privacy: Privacy; money: PaymentKind }[] = every.privacy.flatMap(
  (privacy) => every.money.map((money) => ({ privacy, money })),
);
