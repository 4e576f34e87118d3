import { expect, it } from 'vitest';
import { endpoints } from '../../../functions/manifest/calls.ts';
import { samples } from '../../samples/samples.ts';
import { useFaultyWorld } from '../../fixtures/faulty-world.ts';
import { granted, neededBy, neededByAddresses } from './rights.ts';
import { call, freshHandler, handlerOf, sampleCalls } from './sample-calls.ts';

useFaultyWorld();

it('every call of the contract has one sample', () => {
  expect(samples.map(({ endpoint }) => endpoint.id).toSorted()).toEqual(
    endpoints.map(({ id }) => id).toSorted(),
  );
});

const TABLE_COMMANDS = new Set([
  'Get',
  'BatchGet',
  'Query',
  'Put',
  'Update',
  'Delete',
  'TransactWrite',
  'BatchWrite',
]);

/** Counts of requests, as `2 Get, 1 Query`, in whatever order. */
const sorted = (requests: string): string => requests.split(', ').toSorted().join(', ');

/** Commands as such counts. */
function counted(commands: readonly string[]): string {
  const counts = Map.groupBy(
    commands.filter((command) => TABLE_COMMANDS.has(command)),
    (command) => command,
  );
  return sorted([...counts].map(([command, all]) => `${all.length} ${command}`).join(', '));
}

/** What a call asks for, and what of it its row does not grant. */
async function workOf(sampleCall: (typeof sampleCalls)[number]) {
  // What was read once is kept.
  const readsSecrets = (sampleCall.row.grants.secrets ?? []).length > 0;
  const handler = await (readsSecrets ? freshHandler : handlerOf)(sampleCall);
  const { result, commands, inputs } = await call(handler, sampleCall);
  const needed = [
    ...commands.flatMap((command, at) => neededBy(command, inputs[at])),
    ...neededByAddresses(`${result.body ?? ''} ${String(result.headers?.['location'] ?? '')}`),
  ];
  const rights = granted(sampleCall.row.grants);
  return { requests: counted(commands), missing: [...new Set(needed)].filter((need) => !rights.has(need)) };
}

// More requests than stated would show on the bill first. And one machine lets every function do everything: a right that
// the manifest forgot would show in AWS alone.
it('every call makes the requests to the table that its sample states, and its row grants all that it does', async () => {
  const workById: Record<string, unknown> = {};
  for (const sampleCall of sampleCalls) workById[sampleCall.row.id] = await workOf(sampleCall);
  expect(workById).toEqual(
    Object.fromEntries(
      sampleCalls.map(({ row, sample }) => [row.id, { requests: sorted(sample.tableRequests), missing: [] }]),
    ),
  );
}, 60_000);

it('an address to upload to needs the right to put', () => {
  const address =
    'https://media-inside.s3.us-east-1.amazonaws.com/incoming/upl_1?X-Amz-Expires=900&x-id=PutObject';
  expect(neededByAddresses(`{"url":"${address}"}`)).toEqual(['PutObject incoming/']);
});
