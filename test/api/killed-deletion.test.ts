import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { projectDir } from '../../infra/paths.ts';
import { ensureTable } from '../../infra/local/table/ensure-table.ts';
import { localTableClient } from '../../infra/local/table/table-client.ts';
import { deliverDeletion, dieAfter } from '../fixtures/deletion.ts';
import { type Doomed, doomedEvent, leftOf, paymentsLeft } from '../fixtures/doomed-event.ts';
import { itemsOf, putItems } from '../fixtures/direct-rows.ts';

// The job runs in this process, against a table of its own in the running system, so that nothing else works on the
// same event and what is gone in the end was removed by the job. "Killed" is a request that is never made.
beforeAll(async () => {
  const environment = inject('environment');
  Object.assign(process.env, environment, { TABLE_NAME: 'killed-deletion', POWERTOOLS_DEV: 'false' });
  const client = localTableClient(environment['AWS_ENDPOINT_URL_DYNAMODB'] ?? '');
  await ensureTable({ client, tableName: 'killed-deletion' });
  client.destroy();
});

class Killed extends Error {}

/** Runs the job and kills it after so many requests. @returns whether it came to its end before */
async function runKilled(eventId: string, requests: number): Promise<boolean> {
  const revive = dieAfter(requests, () => {
    throw new Killed();
  });
  const isDone = await deliverDeletion(eventId);
  revive();
  return isDone;
}

async function expectGone(doomed: Doomed): Promise<void> {
  expect(await leftOf(doomed)).toEqual([]);
  expect(await paymentsLeft(doomed)).toEqual([
    { payer: null, status: 'failed' },
    { payer: null, status: 'succeeded' },
  ]);
}

const small = { items: 4, people: 2, files: 4 };

describe('a deletion that is killed', () => {
  it('at any one of its requests is finished by the next delivery', async () => {
    const whole = await doomedEvent(small);
    const count = dieAfter(Number.POSITIVE_INFINITY, () => undefined);
    expect(await deliverDeletion(whole.eventId)).toBe(true);
    const requests = count();
    await expectGone(whole);
    expect(requests).toBeGreaterThan(30);
    for (let made = 0; made < requests; made += 1) {
      const doomed = await doomedEvent(small);
      expect({ made, isDone: await runKilled(doomed.eventId, made) }).toEqual({ made, isDone: false });
      expect({ made, isDone: await deliverDeletion(doomed.eventId) }).toEqual({ made, isDone: true });
      await expectGone(doomed);
    }
  }, 300_000);

  it('again and again, each time one request later, is over in the end: 300 items', async () => {
    const doomed = await doomedEvent({ items: 300, people: 20, files: 300 });
    let kills = 0;
    while (!(await runKilled(doomed.eventId, kills))) kills += 1;
    expect(kills).toBeGreaterThan(10);
    await expectGone(doomed);
  }, 120_000);

  it('by the system is finished by the next delivery', async () => {
    const doomed = await doomedEvent(small);
    const worker = spawn(process.execPath, ['test/fixtures/deletion-process.ts', doomed.eventId, '20'], {
      cwd: projectDir,
      env: process.env,
      stdio: 'ignore',
    });
    expect(await once(worker, 'exit')).toEqual([null, 'SIGKILL']);
    expect((await leftOf(doomed)).length).toBeGreaterThan(0);
    expect(await deliverDeletion(doomed.eventId)).toBe(true);
    await expectGone(doomed);
  }, 60_000);
});

describe('a deletion message', () => {
  it('whose time is over leaves the rest to the next one', async () => {
    const doomed = await doomedEvent(small);
    expect(await deliverDeletion(doomed.eventId, { remainingMs: 0 })).toBe(true);
    expect((await leftOf(doomed)).length).toBeGreaterThan(small.items);
    expect(await deliverDeletion(doomed.eventId)).toBe(true);
    await expectGone(doomed);
  });

  it('that comes again after all is gone changes nothing', async () => {
    const doomed = await doomedEvent(small);
    expect(await deliverDeletion(doomed.eventId)).toBe(true);
    expect(await deliverDeletion(doomed.eventId)).toBe(true);
    await expectGone(doomed);
  });

  it('for a second look takes what was written at the very end, and nothing of an event that is there', async () => {
    const doomed = await doomedEvent(small);
    expect(await deliverDeletion(doomed.eventId, { again: true })).toBe(true);
    expect((await leftOf(doomed)).length).toBeGreaterThan(small.items);
    await deliverDeletion(doomed.eventId);
    const late = itemsOf(doomed.eventId, 2);
    await putItems(late);
    expect(await leftOf({ ...doomed, items: late })).not.toEqual([]);
    await deliverDeletion(doomed.eventId, { again: true });
    expect(await leftOf({ ...doomed, items: late })).toEqual([]);
  });
});
