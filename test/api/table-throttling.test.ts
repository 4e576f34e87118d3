import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { EventRecord } from '../../functions/domain/records.ts';
import { dynamoClient } from '../../functions/aws/clients.ts';
import { newId } from '../../functions/domain/ids.ts';
import { getRow } from '../../functions/table/dynamo.ts';
import { keys } from '../../functions/table/keys.ts';
import { getMedia } from '../../functions/table/media.ts';
import { joinEvent } from '../../functions/table/memberships.ts';
import { countCall } from '../../functions/table/rate-limit-windows.ts';
import { createGuest } from '../../functions/table/people.ts';
import { countVotes, rollUpVotes } from '../../functions/table/vote-counts.ts';
import { castVote, withdrawVote } from '../../functions/table/votes.ts';
import { useOwnTable } from '../fixtures/own-table.ts';
import { makeMediaRecords, putItems } from '../fixtures/seed-table.ts';
import { eventRecord } from '../fixtures/records.ts';
import { putPeople } from '../fixtures/seed-people.ts';

// The stores run in this process, on a table of their own in the running system, behind a layer that does to
// their requests what a busy DynamoDB does.
beforeAll(() => useOwnTable('faults'));

afterEach(() => {
  dynamoClient().middlewareStack.remove('faults');
});

const FAULTS = [
  {
    name: 'TransactionCanceledException',
    CancellationReasons: [{ Code: 'None' }, { Code: 'TransactionConflict' }],
  },
  {
    name: 'TransactionCanceledException',
    CancellationReasons: [{ Code: 'ThrottlingError' }, { Code: 'None' }],
  },
  { name: 'ProvisionedThroughputExceededException' },
  { name: 'ThrottlingException' },
  { name: 'TransactionConflictException' },
  // The request is carried out, and the answer is lost.
  { name: 'InternalServerError', isDone: true },
] as const;

/** Every second request fails, with each fault in turn; a fault of transactions affects only those. */
function injectFaults(): { injected: Set<string> } {
  const injected = new Set<string>();
  let requests = 0;
  dynamoClient().middlewareStack.add(
    (next: (args: any) => Promise<any>, context: { commandName?: string }) => async (args: any) => {
      requests += 1;
      const fault = requests % 2 === 0 ? FAULTS[(requests / 2) % FAULTS.length] : undefined;
      const isTransaction = context.commandName === 'TransactWriteItemsCommand';
      const isOfTransactions = fault?.name === 'TransactionCanceledException';
      if (!fault || (isOfTransactions && !isTransaction) || ('isDone' in fault && !isTransaction))
        return next(args);
      injected.add(fault.name);
      if ('isDone' in fault) await next(args);
      throw Object.assign(new Error(fault.name), fault);
    },
    { step: 'finalizeRequest', name: 'faults', priority: 'low' },
  );
  return { injected };
}

const now = new Date();
const newItem = async (event: EventRecord, voteCount = 0) => {
  const [media] = makeMediaRecords(event.id, 1, () => ({ voteCount }));
  if (!media) throw new Error('No item.');
  await putItems([media]);
  return media;
};

describe('a table that is busy', () => {
  it('troubles no voter, and every vote counts once', async () => {
    const event = eventRecord({ id: newId('evt') });
    const media = await newItem(event);
    const voters = Array.from({ length: 40 }, () => newId('gst'));
    const { injected } = injectFaults();
    await Promise.all(
      voters.map(async (guestId) => {
        const guest = { id: guestId, name: 'G', email: null, tokenHash: 'h', createdAt: '', claimedBy: null };
        await createGuest(guest);
        const newcomer = { event, person: { kind: 'guest', guestId }, now } as const;
        await castVote({ media, voter: `guest:${guestId}`, newcomer }, now);
      }),
    );
    expect(injected).toEqual(new Set(FAULTS.map(({ name }) => name)));
    expect(await countVotes(media.id)).toBe(40);
    await Promise.all(
      voters.slice(0, 15).map((guestId) => withdrawVote({ media, voter: `guest:${guestId}` })),
    );
    expect(await rollUpVotes(media.id, now)).toEqual({ count: 25, isCurrent: true });
    expect((await getMedia(media.id))?.voteCount).toBe(25);
    const counts = await Promise.all([0, 1, 2, 3].map((shard) => getRow(keys.peopleCount(event.id, shard))));
    expect(counts.reduce((sum, row) => sum + Number(row?.['people'] ?? 0), 0)).toBe(40);
  });

  it('delays plain writes without failing them', async () => {
    const event = eventRecord({ id: newId('evt') });
    const users = Array.from({ length: 10 }, (_, at) => `aaaaaaaa-0000-4000-8000-0000000000${10 + at}`);
    await putPeople(...users.map((id) => `user:${id}` as const));
    injectFaults();
    const subject = newId('gst');
    const limit = { by: 'person', max: 1000, windowSeconds: 3600 } as const;
    for (let call = 0; call < 20; call += 1) await countCall(limit, { endpointId: 'test', subject }, now);
    await Promise.all(users.map((userId) => joinEvent(event, { userId, now })));
    const rows = await Promise.all(users.map((id) => getRow(keys.membership(event.id, `user:${id}`))));
    expect(rows.map((row) => row?.['standing'])).toEqual(users.map(() => 'participant'));
  });
});
