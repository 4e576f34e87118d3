import { describe, expect, it, vi } from 'vitest';
import type { FunctionRow } from '../../../functions/manifest/function-row.ts';
import { workers } from '../../../functions/manifest/workers.ts';
import { type Fault, withAws, type World } from '../../fixtures/faulty-run.ts';
import { errorsAt, useFaultyWorld } from '../../fixtures/faulty-world.ts';
import { NOW, sampleRows } from '../../fixtures/sample-rows.ts';
import { lambda } from '../../fixtures/media-world.ts';
import { sampleWork, type SampleWork } from './sample-work.ts';

// Every worker does its work once, and then again with each thing that it asks of AWS failing for good, and in one way that
// passes: what it was asked for must neither be lost nor stay half done once it is asked again.

type Handler = (event: unknown, context: typeof lambda) => Promise<Answer>;
type Answer = { batchItemFailures?: readonly object[]; failed?: number } | undefined;

useFaultyWorld();

async function handlerOf({ entry }: FunctionRow): Promise<Handler> {
  return ((await import(/* @vite-ignore */ `../../../${entry}`)) as { handler: Handler }).handler;
}

/** With new modules, so that nothing is kept of what was read before: secrets, a ZIP's plan. */
function freshHandler(row: FunctionRow): Promise<Handler> {
  vi.resetModules();
  return handlerOf(row);
}

/** Whether the work was done; where it was not, Lambda is told so and the event comes again. */
const isDone = (handler: Handler, event: unknown): Promise<boolean> =>
  handler(event, lambda).then(
    (answer) => (answer?.batchItemFailures ?? []).length === 0 && (answer?.failed ?? 0) === 0,
    () => false,
  );

const worldOf = ({ rows = [], files }: SampleWork): World => ({
  rows: [...sampleRows(), ...rows],
  ...(files && { files }),
});

/** Commands by kind, with how many of it were sent before. */
const placesIn = (commands: readonly string[]) =>
  commands.map((command, at) => ({
    command,
    from: commands.slice(0, at).filter((one) => one === command).length,
  }));

const works = workers.flatMap((row) =>
  (sampleWork[row.id] ?? []).map((work, at) => [`${row.id} ${at + 1}`, row, work] as const),
);

it('every worker has sample work, and every sample a worker', () => {
  expect(Object.keys(sampleWork).toSorted()).toEqual(workers.map(({ id }) => id).toSorted());
});

/** What is left, without ids that were made at random; plans and lists that nothing speaks of go by themselves after a day. */
const named = ({ rows, files = {} }: World) => ({
  rows,
  files: new Set(Object.keys(files).map((key) => key.replace(/\.[\w-]+(\.plan|\.photos)$/, '$1'))),
});

describe('whatever of AWS fails', () => {
  it.each(works)('%s is not done, and is once it comes again', async (_name, row, work) => {
    const keepsWhatItReads = row.grants.secrets !== undefined || work.kept !== undefined;
    let handler = await (keepsWhatItReads ? freshHandler : handlerOf)(row);
    const run = (found: World, fault?: Fault) => {
      vi.setSystemTime(NOW);
      return withAws(found, fault, () => isDone(handler, work.event));
    };
    const well = await run(worldOf(work));
    expect(well.result).toBe(true);
    expect(well.commands.length).toBeGreaterThan(0);
    for (const [at, { command, from }] of placesIn(well.commands).entries()) {
      if (command === 'GetParameter' || work.kept === command) handler = await freshHandler(row);
      const hits = [];
      for (const error of errorsAt(at)) {
        const hit = await run(worldOf(work), { command, from, times: Infinity, error });
        expect({ command, from, error: error.name, isDone: hit.result, failed: hit.failed > 0 }).toEqual({
          command,
          from,
          error: error.name,
          isDone: false,
          failed: true,
        });
        hits.push(hit);
      }
      // What failed is not kept, but what then goes well is, after either error.
      const again = await run(hits[at % hits.length]?.left ?? { rows: [] });
      expect(again.result).toBe(true);
      expect(named(again.left)).toEqual(named(well.left));
    }
  });
});
