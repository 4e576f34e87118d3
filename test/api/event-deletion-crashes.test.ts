import { beforeAll, describe, expect, inject, it } from 'vitest';
import { paymentsOf } from '../../functions/table/keys.ts';
import { noteUndated } from '../../functions/table/undated-numbers.ts';
import { queueWorker } from '../../functions/manifest/queues.ts';
import { ensureTable } from '../../infra/local/dynamodb/ensure-table.ts';
import { localTableClient } from '../../infra/local/dynamodb/table-client.ts';
import { deliverDeletion, crashAfter } from '../fixtures/event-deletion-job.ts';
import {
  type EventBeingDeleted,
  createEventBeingDeleted,
  remainingFiles,
  remainingRowsAndFiles,
  remainingPayments,
} from '../fixtures/event-being-deleted.ts';
import { rowsNaming } from '../fixtures/person-rows.ts';
import { makeMediaRecords, putItems } from '../fixtures/seed-table.ts';

// The job runs in this process, on a table of its own in the running system, so that nothing else works on
// the same event and what is gone in the end was removed by the job. "Killed" is a request that is never
// made.
beforeAll(async () => {
  const environment = inject('environment');
  Object.assign(process.env, { TABLE_NAME: 'killed-deletion', POWERTOOLS_DEV: 'false' });
  const client = localTableClient(environment['AWS_ENDPOINT_URL_DYNAMODB'] ?? '');
  await ensureTable({ client, tableName: 'killed-deletion' });
  client.destroy();
});

class Killed extends Error {}

function die(): never {
  throw new Killed();
}

/** Runs the job and kills it after so many requests or writes. @returns whether it finished before that */
async function runKilled(eventId: string, limit: number, counted?: 'requests' | 'writes'): Promise<boolean> {
  const revive = crashAfter(limit, die, counted);
  const isDone = await deliverDeletion(eventId);
  revive();
  return isDone;
}

async function expectGone(eventBeingDeleted: EventBeingDeleted): Promise<void> {
  const { eventId } = eventBeingDeleted;
  const rows = (await rowsNaming([eventId])).filter((row) => !row.startsWith(`${paymentsOf(eventId)} `));
  expect([...rows, ...(await remainingFiles(eventId))]).toEqual([]);
  expect(await remainingPayments(eventBeingDeleted)).toEqual([
    { payer: null, status: 'failed' },
    { payer: null, status: 'succeeded' },
  ]);
}

const small = { items: 2, people: 2, files: 2 };

describe('a deletion that is killed', () => {
  // Before writes, because a kill before a read leaves the same as before the write that follows, and before every fourth:
  // `test/unit/jobs/faults.test.ts` has each request fail.
  it('at one of its writes is finished by the next delivery', async () => {
    const whole = await createEventBeingDeleted(small);
    const count = crashAfter(Number.POSITIVE_INFINITY, () => undefined, 'writes');
    expect(await deliverDeletion(whole.eventId)).toBe(true);
    const writes = count();
    await expectGone(whole);
    // The message may come again after all is gone.
    expect(await deliverDeletion(whole.eventId)).toBe(true);
    await expectGone(whole);
    expect(writes).toBeGreaterThan(20);
    for (let made = 0; made < writes; made += 4) {
      const eventBeingDeleted = await createEventBeingDeleted(small);
      expect({ made, isDone: await runKilled(eventBeingDeleted.eventId, made, 'writes') }).toEqual({
        made,
        isDone: false,
      });
      expect({ made, isDone: await deliverDeletion(eventBeingDeleted.eventId) }).toEqual({
        made,
        isDone: true,
      });
      await expectGone(eventBeingDeleted);
    }
  }, 300_000);

  it('again and again, each time some requests later, finishes in the end, with more rows than a request deletes', async () => {
    const eventBeingDeleted = await createEventBeingDeleted({ items: 110, people: 2, files: 3 });
    let kills = 0;
    while (!(await runKilled(eventBeingDeleted.eventId, kills))) kills += 3;
    expect(kills).toBeGreaterThan(20);
    await expectGone(eventBeingDeleted);
  }, 120_000);
});

describe('a deletion message', () => {
  it('whose time is over but for what it keeps leaves the rest to the next one', async () => {
    const eventBeingDeleted = await createEventBeingDeleted(small);
    const { reserveSeconds } = queueWorker('delete-event-contents');
    const remainingMs = reserveSeconds * 1000 - 1;
    expect(await deliverDeletion(eventBeingDeleted.eventId, { remainingMs })).toBe(true);
    expect((await remainingRowsAndFiles(eventBeingDeleted)).length).toBeGreaterThan(small.items);
    expect(await deliverDeletion(eventBeingDeleted.eventId)).toBe(true);
    await expectGone(eventBeingDeleted);
  });

  it('for a second pass removes what was written at the very end, but nothing of an event that exists', async () => {
    const eventBeingDeleted = await createEventBeingDeleted(small);
    expect(await deliverDeletion(eventBeingDeleted.eventId, { again: true })).toBe(true);
    expect((await remainingRowsAndFiles(eventBeingDeleted)).length).toBeGreaterThan(small.items);
    await deliverDeletion(eventBeingDeleted.eventId);
    const late = makeMediaRecords(eventBeingDeleted.eventId, 2);
    await putItems(late);
    const [undated] = late;
    if (undated) await noteUndated(undated);
    const left = await remainingRowsAndFiles({ ...eventBeingDeleted, items: late });
    expect(left.filter((row) => String(row).includes('/ UNDATED#'))).toHaveLength(1);
    expect(left.length).toBeGreaterThan(late.length);
    await deliverDeletion(eventBeingDeleted.eventId, { again: true });
    expect(await remainingRowsAndFiles({ ...eventBeingDeleted, items: late })).toEqual([]);
  });
});
