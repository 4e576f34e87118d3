import { describe, expect, it, vi } from 'vitest';
import type { PersonKey } from '../../../functions/domain/caller.ts';
import { handler } from '../../../functions/jobs/transfer-or-erase-person.ts';
import { erasePerson } from '../../../functions/people/erase-person.ts';
import type { Row } from '../../../functions/table/dynamo.ts';
import { membershipsOf } from '../../../functions/table/index-keys.ts';
import { keys } from '../../../functions/table/keys.ts';
import { newMembership } from '../../../functions/table/membership-row.ts';
import { putVote } from '../../../functions/table/vote-row.ts';
import { withAws, type World } from '../../fixtures/faulty-run.ts';
import { useFaultyWorld } from '../../fixtures/faulty-world.ts';
import { delivery, lambda } from '../../fixtures/media-world.ts';
import { idOf } from '../../fixtures/records.ts';
import { event, guest, media, NOW, sampleRows, user, waiting } from '../../fixtures/sample-rows.ts';

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

const sentBy = ({ inputs }: { inputs: readonly unknown[] }) =>
  inputs.filter((input) => Object.hasOwn(input as object, 'MessageBody'));

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

  it('of somebody in thousands of events gets on in every run, and announces each event once', async () => {
    const events = Array.from({ length: 450 }, (_, at) => idOf('evt', at + 100));
    const memberships = events.map((eventId) => ({
      ...keys.membership(eventId, person),
      gsi1pk: membershipsOf(person),
      gsi1sk: eventId,
      ...newMembership(eventId, { person, standing: 'visitor', since: NOW.toISOString() }),
    }));
    const looked: string[] = [];
    let world: World = { rows: [...begun().rows, ...memberships] };
    for (let run = 0, isDone = false; !isDone && run < 20; run += 1) {
      let left = run < 5 ? 1 : Infinity;
      const { result, left: rest } = await withAws(world, undefined, () =>
        erasePerson(person, {
          withMedia: false,
          now: NOW,
          isSecondLookSent: run > 0,
          isOverdue: () => left-- <= 0,
          lookAgain: async (eventIds) => void looked.push(...eventIds),
        }),
      );
      isDone = result;
      world = rest;
    }
    expect(looked.toSorted()).toEqual([event.id, ...events].toSorted());
    expect(world.rows.filter(({ gsi1pk }) => gsi1pk === membershipsOf(person))).toEqual([]);
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
    expect(sentBy(early)).toEqual([
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

const deliver = (body = '') => withAws(begun(), undefined, () => handler(delivery(body), lambda));

describe('a claim', () => {
  it('looks once more later for what an index does not show yet, and no more after that', async () => {
    const claim = { kind: 'claim', guestId: guest.guestId, userId: user.id };
    const [first, second] = [claim, { ...claim, again: true }].map((message) => JSON.stringify(message));
    expect(sentBy(await deliver(first))).toEqual([
      expect.objectContaining({ MessageBody: second, DelaySeconds: 900 }),
    ]);
    expect(sentBy(await deliver(second))).toEqual([]);
  });
});
