import { describe, expect, it } from 'vitest';
import { useFaultyWorld } from './faulty-world.ts';
import { call, freshHandler, rows } from './sample-calls.ts';

// What every call asks of the table, with the head of functions/table/keys.ts for what each of these requests takes. A call
// that begins to ask for more shows here, not on a bill.
const table = `
describe-api         |
get-user             | 1 Get
login                | 1 Put, 1 Update
login-callback       | 1 Delete, 1 Update
logout               | 1 Delete
create-event         | 1 Get, 1 TransactWrite, 1 Update
list-events          | 1 BatchGet, 1 Get, 1 Query
list-public-events   | 1 BatchGet, 1 Query
get-event            | 1 BatchGet, 1 Get
get-media            | 1 BatchGet, 3 Get
update-event         | 1 BatchGet, 1 Get, 1 Update
delete-event         | 1 BatchGet, 1 Get, 1 Update
join-event           | 1 BatchGet, 1 Get, 1 TransactWrite, 1 Update
create-guest         | 1 Put, 1 Update
list-people          | 1 Get, 1 Query, 2 BatchGet
block-person         | 1 BatchGet, 1 Get, 1 Update
restore-person       | 1 BatchGet, 1 Get, 1 Update
claim-guest          | 1 TransactWrite, 2 Get, 2 Update, 3 BatchGet, 4 Query
delete-guest         | 1 Get, 1 Update
delete-user          | 1 Delete, 1 Get, 1 Query, 1 Update
payment-status       | 1 BatchGet, 1 Get
create-checkout      | 1 Update, 2 Get, 3 BatchGet, 3 TransactWrite
stripe-webhook       | 1 BatchGet, 2 Get
list-payments        | 1 Query, 2 BatchGet, 2 Get
refund-payment       | 1 BatchGet, 1 Update, 3 Get
get-vapid-key        |
subscribe-push       | 1 BatchGet, 1 Get, 1 Update, 2 TransactWrite
unsubscribe-push     | 1 Delete, 1 Query, 1 Update
issue-upload         | 1 BatchGet, 1 Get, 1 Put, 1 Update
issue-guest-upload   | 1 BatchGet, 1 Get, 1 Put, 1 TransactWrite, 1 Update
publish-object       | 1 BatchGet, 2 Get
save-media           | 1 BatchGet, 1 TransactWrite, 2 Update, 3 Get
save-guest-media     | 1 BatchGet, 2 TransactWrite, 2 Update, 3 Get
list-media           | 1 BatchGet, 1 Get, 2 Query
delete-media         | 1 BatchGet, 1 Query, 1 TransactWrite, 3 Get
moderate-media       | 1 BatchGet, 1 TransactWrite, 1 Update, 4 Get
moderate-event       | 1 Query, 1 TransactWrite, 1 Update, 2 BatchGet, 2 Get
download-media       | 1 BatchGet, 2 Get
event-picture        | 1 BatchGet, 1 Query
start-archive        | 1 BatchGet, 2 Update, 3 Get
get-archive          | 1 BatchGet, 2 Get
list-highlights      | 2 Get, 3 BatchGet
calculate-highlights | 1 Get, 1 Query, 1 TransactWrite, 1 Update, 3 BatchGet
get-votes            | 1 BatchGet, 3 Get
cast-vote            | 1 BatchGet, 1 TransactWrite, 1 Update, 3 Get
withdraw-vote        | 1 BatchGet, 1 TransactWrite, 1 Update, 3 Get
`;

useFaultyWorld();

const TABLE_COMMANDS = new Set(['Get', 'BatchGet', 'Query', 'Put', 'Update', 'Delete', 'TransactWrite']);

/** `2 Get, 1 Query` */
function told(commands: readonly string[]): string {
  const counts = Map.groupBy(
    commands.filter((command) => TABLE_COMMANDS.has(command)),
    (command) => command,
  );
  return [...counts]
    .map(([command, all]) => `${all.length} ${command}`)
    .toSorted()
    .join(', ');
}

const stated = new Map(
  table
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()) as [string, string]),
);

it('nothing is stated of what is no call', () => {
  expect([...stated.keys()].toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
});

describe('the requests of', () => {
  it.each(rows.map((row) => [row.id, row] as const))('%s are as many as stated', async (id, row) => {
    const { commands } = await call(await freshHandler(row), row);
    expect({ id, requests: told(commands) }).toEqual({ id, requests: stated.get(id) ?? 'nothing is stated' });
  });
});
