import { describe, expect, it, vi } from 'vitest';
import type { PersonKey } from '../../../functions/domain/caller.ts';
import { handler } from '../../../functions/jobs/transfer-or-erase-person.ts';
import { erasePerson } from '../../../functions/people/erase-person.ts';
import type { Row } from '../../../functions/table/dynamo.ts';
import { keys } from '../../../functions/table/keys.ts';
import { putVote } from '../../../functions/table/vote-row.ts';
import { withAws, type World } from '../../fixtures/faulty-run.ts';
import { useFaultyWorld } from '../../fixtures/faulty-world.ts';
import { delivery, lambda } from '../../fixtures/media-world.ts';
import { idOf } from '../../fixtures/records.ts';
import { event, media, NOW, sampleRows, user, waiting } from '../../fixtures/sample-rows.ts';

// The logger reads it when it is made, which imports do.
vi.hoisted(() => {
  Object.assign(process.env, { POWERTOOLS_LOG_LEVEL: 'SILENT', TABLE_NAME: 'table' });
});

useFaultyWorld();

const person: PersonKey = `user:${user.id}`;
const votes = [media, waiting].flatMap(
  ({ id }) => putVote({ eventId: event.id, mediaId: id, voter: person }, NOW).Put?.Item ?? [],
);
const leaving = (row: Row): Row =>
  row['pk'] === keys.user(user.id).pk ? { ...row, erasedAt: NOW.toISOString() } : row;
const begun = (): World => ({ rows: [...sampleRows().map(leaving), ...votes] });

/** One run that may go on so often. */
const runFor = (world: World, steps: number) => {
  let left = steps;
  return withAws(world, undefined, () =>
    erasePerson(person, {
      withMedia: true,
      now: NOW,
      isOverdue: () => left-- <= 0,
      lookAgain: () => Promise.resolve(),
    }),
  );
};

describe('an erasure', () => {
  it('in many runs leaves what one run leaves', async () => {
    const whole = await runFor(begun(), Infinity);
    expect(whole.result).toBe(true);
    let part = await runFor(begun(), 1);
    let runs = 1;
    for (; !part.result; runs += 1) part = await runFor(part.left, 1);
    expect(runs).toBeGreaterThan(2);
    expect(part.left).toEqual(whole.left);
    expect(part.left.rows.map(({ pk }) => pk)).not.toContain(votes[0]?.['pk']);
  });

  it('that has no time left is handed to the next run, and the account stays until then', async () => {
    const body = { kind: 'erase', person, withMedia: true };
    const run = (milliseconds: number) =>
      withAws(begun(), undefined, () =>
        handler(delivery(JSON.stringify(body)), { ...lambda, getRemainingTimeInMillis: () => milliseconds }),
      );
    const late = await run(1000);
    expect(late.result).toEqual({ batchItemFailures: [] });
    expect(late.commands).not.toContain('DeleteAccount');
    expect(late.inputs).toContainEqual(
      expect.objectContaining({
        QueueUrl: expect.stringContaining('people'),
        MessageBody: JSON.stringify(body),
      }),
    );
    const early = await run(120_000);
    expect(early.commands).toContain('DeleteAccount');
    // What was written at the very end is looked for when nothing can be under way any more.
    expect(early.inputs.filter((input) => Object.hasOwn(input as object, 'MessageBody'))).toEqual([
      expect.objectContaining({
        MessageBody: JSON.stringify({ ...body, again: [event.id] }),
        DelaySeconds: 900,
      }),
    ]);
  });

  it('has what arrived and was not saved removed, and says so while it still knows of it', async () => {
    const upload = { id: idOf('upl', 8), person };
    const issued = { ...keys.unsavedUploads(person), issued: { [upload.id]: 1 } };
    const run = await runFor({ rows: [...begun().rows, issued] }, Infinity);
    const told = run.inputs.findIndex((input) => JSON.stringify(input).includes(upload.id));
    expect(run.inputs[told]).toMatchObject({
      QueueUrl: expect.stringContaining('arrivals'),
      DelaySeconds: 60,
    });
    expect(run.left.rows.map(({ pk }) => pk)).not.toContain(issued.pk);
  });
});
