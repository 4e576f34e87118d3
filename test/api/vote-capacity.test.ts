import { beforeAll, expect, it } from 'vitest';
import { dynamoClient } from '../../functions/aws/clients.ts';
import { newId } from '../../functions/domain/ids.ts';
import { countAfterVote } from '../../functions/table/vote-counts.ts';
import { castVote, withdrawVote } from '../../functions/table/votes.ts';
import { useOwnTable } from '../fixtures/own-table.ts';
import { makeMediaRecords, putItems } from '../fixtures/seed-table.ts';
import { putPeople } from '../fixtures/seed-people.ts';

// What a vote writes to the indexes, as docs/table.md states it.

beforeAll(() => useOwnTable('vote-capacity'));

type Consumed = {
  GlobalSecondaryIndexes?: Record<string, { CapacityUnits?: number; WriteCapacityUnits?: number }>;
};

/** Write units of each index, as the table itself reports them. */
async function indexUnits(run: () => Promise<unknown>): Promise<Record<string, number>> {
  const units: Record<string, number> = {};
  dynamoClient().middlewareStack.add(
    (next, context) => async (args) => {
      const isRead = /Get|Query/.test(String(context['commandName']));
      const input = isRead ? args.input : { ...args.input, ReturnConsumedCapacity: 'INDEXES' };
      const answer = await next({ ...args, input });
      const { ConsumedCapacity } = answer.output as { ConsumedCapacity?: Consumed | Consumed[] };
      for (const { GlobalSecondaryIndexes = {} } of [ConsumedCapacity ?? []].flat()) {
        for (const [name, used] of Object.entries(GlobalSecondaryIndexes))
          units[name] = (units[name] ?? 0) + (used.CapacityUnits ?? 0);
      }
      return answer;
    },
    { step: 'initialize', name: 'index-units', override: true },
  );
  try {
    await run();
    return units;
  } finally {
    dynamoClient().middlewareStack.remove('index-units');
  }
}

it('a vote writes one unit to one index, and nothing to those that sort items', async () => {
  const [media] = makeMediaRecords(newId('evt'), 1);
  if (!media) throw new Error('No item.');
  await putItems([media]);
  const voter = 'user:a';
  await putPeople(voter);
  expect(await indexUnits(() => castVote({ media, voter }, new Date()))).toEqual({ gsi1: 1 });
  const rolled = await indexUnits(() => countAfterVote(media.id, new Date()));
  // The order by votes: out of one place and into another.
  expect(rolled).toEqual({ gsi1: 1, gsi2: 2, gsi3: 1, gsi4: 1 });
  expect(await indexUnits(() => withdrawVote({ media, voter }))).toEqual({ gsi1: 1 });
});
