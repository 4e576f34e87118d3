import type { Privacy } from '../../shared/contract/entities.ts';
import { type Money, type RoleName, roles } from '../fixtures/places.ts';

/**
 * Who may do what, and what they are answered. `-` is a call that is not for people with an account. "paid" are events
 * that everybody with a name has paid for.
 */
const table = `
call                         | privacy         | money       | owner participant user blocked | guest blocked-guest anonymous wrong-token

GET event                    | public unlisted | any         | 200   200         200  403     | 200   403           200       401
GET event                    | private         | any         | 200   200         200  403     | 401   403           401       401
POST join                    | any             | any         | 409   409         201  403     | 401   403           401       401
PUT event                    | any             | any         | 200   403         403  403     | 401   403           401       401
DELETE event                 | any             | any         | 204   403         403  403     | 401   403           401       401

GET media                    | public unlisted | free        | 200   200         200  403     | 200   403           200       401
GET media                    | public unlisted | unpaid      | 200   402         402  403     | 402   403           402       401
GET media                    | public unlisted | paid        | 200   200         200  403     | 200   403           402       401
GET media                    | private         | free paid   | 200   200         200  403     | 401   403           401       401
GET media                    | private         | unpaid      | 200   402         402  403     | 401   403           401       401
GET highlights               | public unlisted | free        | 200   200         200  403     | 200   403           200       401
GET highlights               | public unlisted | unpaid      | 200   402         402  403     | 402   403           402       401
GET highlights               | public unlisted | paid        | 200   200         200  403     | 200   403           402       401
GET highlights               | private         | free paid   | 200   200         200  403     | 401   403           401       401
GET highlights               | private         | unpaid      | 200   402         402  403     | 401   403           401       401
GET votes                    | public unlisted | free        | 200   200         200  403     | 200   403           200       401
GET votes                    | public unlisted | unpaid      | 200   402         402  403     | 402   403           402       401
GET votes                    | public unlisted | paid        | 200   200         200  403     | 200   403           402       401
GET votes                    | private         | free paid   | 200   200         200  403     | 401   403           401       401
GET votes                    | private         | unpaid      | 200   402         402  403     | 401   403           401       401
GET download                 | public unlisted | free        | 302   302         302  403     | 302   403           302       401
GET download                 | public unlisted | unpaid      | 302   402         402  403     | 402   403           402       401
GET download                 | public unlisted | paid        | 302   302         302  403     | 302   403           402       401
GET download                 | private         | free paid   | 302   302         302  403     | 401   403           401       401
GET download                 | private         | unpaid      | 302   402         402  403     | 401   403           401       401
POST archive                 | public unlisted | free        | 200   200         200  403     | 200   403           200       401
POST archive                 | public unlisted | unpaid      | 200   402         402  403     | 402   403           402       401
POST archive                 | public unlisted | paid        | 200   200         200  403     | 200   403           402       401
POST archive                 | private         | free paid   | 200   200         200  403     | 401   403           401       401
POST archive                 | private         | unpaid      | 200   402         402  403     | 401   403           401       401
GET archive                  | public unlisted | free        | 404   404         404  403     | 404   403           404       401
GET archive                  | public unlisted | unpaid      | 404   402         402  403     | 402   403           402       401
GET archive                  | public unlisted | paid        | 404   404         404  403     | 404   403           402       401
GET archive                  | private         | free paid   | 404   404         404  403     | 401   403           401       401
GET archive                  | private         | unpaid      | 404   402         402  403     | 401   403           401       401
GET archive, the owner's     | public unlisted | free        | 200   404         404  403    | 404   403           404       401
GET archive, the owner's     | public unlisted | unpaid      | 200   402         402  403    | 402   403           402       401
GET archive, the owner's     | public unlisted | paid        | 200   404         404  403    | 404   403           402       401
GET archive, the owner's     | private         | free paid   | 200   404         404  403    | 401   403           401       401
GET archive, the owner's     | private         | unpaid      | 200   402         402  403    | 401   403           401       401
GET media?status=pending     | any             | any         | 200   403         403  403     | 401   403           401       401
GET media?status=rejected    | any             | any         | 200   403         403  403     | 401   403           401       401

POST media                   | any             | free paid   | 201   201         403  403     | 401   403           401       401
POST media                   | any             | unpaid      | 201   402         402  403     | 401   403           401       401
POST objects/upload          | any             | free paid   | 201   201         403  403     | 401   403           401       401
POST objects/upload          | any             | unpaid      | 201   402         402  403     | 401   403           401       401
POST media/guest             | public unlisted | free paid   | -     -           -    -       | 201   403           401       401
POST media/guest             | public unlisted | unpaid      | -     -           -    -       | 402   403           401       401
POST media/guest             | private         | any         | -     -           -    -       | 403   403           401       401
POST objects/upload/guest    | public unlisted | free paid   | -     -           -    -       | 201   403           401       401
POST objects/upload/guest    | public unlisted | unpaid      | -     -           -    -       | 402   403           401       401
POST objects/upload/guest    | private         | any         | -     -           -    -       | 403   403           401       401
POST objects/public, own     | any             | free paid   | 200   200         200  403     | 200   403           401       401

PUT moderate                 | any             | any         | 200   403         403  403     | 401   403           401       401
POST moderate all            | any             | any         | 200   403         403  403     | 401   403           401       401
DELETE media, another's      | any             | any         | 204   403         403  403     | 403   403           401       401
DELETE media, own            | any             | free paid   | 204   204         204  403     | 204   403           401       401

POST vote                    | public unlisted | free paid   | 200   200         200  403     | 200   403           401       401
POST vote                    | public unlisted | unpaid      | 200   402         402  403     | 402   403           401       401
POST vote                    | private         | free paid   | 200   200         200  403     | 401   403           401       401
POST vote                    | private         | unpaid      | 200   402         402  403     | 401   403           401       401
DELETE vote                  | public unlisted | free paid   | 200   200         200  403     | 200   403           401       401
DELETE vote                  | public unlisted | unpaid      | 200   402         402  403     | 402   403           401       401
DELETE vote                  | private         | free paid   | 200   200         200  403     | 401   403           401       401
DELETE vote                  | private         | unpaid      | 200   402         402  403     | 401   403           401       401
POST highlights/calculate    | any             | any         | 200   403         403  403     | 401   403           401       401

GET payment-status           | any             | free unpaid | yes   no          no   403     | no    403           no        401
GET payment-status           | any             | paid        | yes   yes         yes  403     | yes   403           no        401
POST create-checkout         | any             | free        | 400   400         400  403     | 400   403           401       401
POST create-checkout         | any             | unpaid      | 409   200         200  403     | 200   403           401       401
POST create-checkout         | any             | paid        | 409   409         409  403     | 409   403           401       401
GET payments                 | any             | any         | 200   403         403  403     | 401   403           401       401
POST refund                  | any             | free unpaid | 404   403         403  403     | 401   403           401       401
POST refund                  | any             | paid        | 200   403         403  403     | 401   403           401       401

GET people                   | any             | any         | 200   403         403  403     | 401   403           401       401
DELETE person                | any             | any         | 204   403         403  403     | 401   403           401       401
POST restore person          | any             | any         | 204   403         403  403     | 401   403           401       401
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
  readonly money: Money;
  readonly answers: Readonly<Record<RoleName, string>>;
};

const every = { privacy: ['public', 'unlisted', 'private'], money: ['free', 'unpaid', 'paid'] } as const;

function valuesOf<T extends string>(cell: string, all: readonly T[]): readonly T[] {
  return cell === 'any' ? all : all.filter((value) => cell.split(' ').includes(value));
}

function rulesOf(line: string): Rule[] {
  const [call = '', privacies = '', monies = '', ...cells] = line.split('|').map((cell) => cell.trim());
  const seen = cells.join(' ').split(/\s+/);
  if (seen.length !== roles.length) throw new Error(`${line} has ${seen.length} answers.`);
  // What is not for people with an account asks for a guest.
  const answers = Object.fromEntries(roles.map((role, at) => [role, seen[at] === '-' ? '401' : seen[at]]));
  return valuesOf(privacies, every.privacy).flatMap((privacy) =>
    valuesOf(monies, every.money).map((money) => ({
      call,
      privacy,
      money,
      answers: answers as Rule['answers'],
    })),
  );
}

/** Every cell of the table, by place. */
export const rules: readonly Rule[] = table
  .trim()
  .split('\n')
  .slice(1)
  .filter((line) => line.trim() !== '')
  .flatMap(rulesOf);

export const kindsOfPlace: readonly { privacy: Privacy; money: Money }[] = every.privacy.flatMap((privacy) =>
  every.money.map((money) => ({ privacy, money })),
);
