import { ROLL_UPS, ROLL_UP_WINDOWS } from '../../functions/domain/rate-limits.ts';
import { SHARED_READS_PER_SECOND } from '../../functions/domain/shared-reads.ts';
import { answersRequests } from '../../functions/manifest/call-row.ts';
import { functions } from '../../functions/manifest/functions.ts';
import { activities } from './activities.ts';
import { type Habit, type Phase, type Run, runs, tableUnits } from './crowd.ts';
import type { Rates } from './service-limits.ts';

/** A vote that also rolls up: an event does so only so often. */
const ROLLED: Run = 'cast-vote, rolled up';
export const ROLL_UPS_PER_SECOND = (ROLL_UPS.max * ROLL_UP_WINDOWS) / ROLL_UPS.windowSeconds;

export type Partition = { readonly partition: string; readonly kind: 'read' | 'write' };

const unitsOf = (run: Run, { partition, kind }: Partition): number =>
  tableUnits[run]?.[partition]?.[kind] ?? 0;

const timesOf = (phase: Phase, run: Run): number =>
  phase.habits.reduce(
    (sum, { perMinute, runs }) => sum + perMinute * runs.filter((one) => one === run).length,
    0,
  );

/** How many votes a crowd casts in a second. */
export const votesPerSecond = (phase: Phase, guests: number): number =>
  (guests * timesOf(phase, 'cast-vote')) / 60;

/** A crowd, and calls a second for the first page of the list by somebody who floods. */
export type Asking = { readonly phase: Phase; readonly guests: number; readonly flood?: number };

/** How often a run begins in a second, of those for a page that all ask for if that is meant. */
function rateOf(run: Run, { phase, guests, flood = 0 }: Asking, isOfOnePage = false): number {
  const habits = isOfOnePage ? phase.habits.filter((habit) => habit.isOfOnePage) : phase.habits;
  return (guests * timesOf({ ...phase, habits }, run)) / 60 + (run === 'list-media' ? flood : 0);
}

/** For each process that is busy at a moment, one more that was a moment ago. */
const PROCESSES_EACH = 2;

/** How often a run reads its list in a second: each process reads a page that all ask for once. */
function listReadsOf(run: Run, asking: Asking): number {
  const alike = runs.filter((other) => functionOf(other) === functionOf(run));
  const busy = alike.reduce((sum, other) => sum + rateOf(other, asking) * secondsOf(functionOf(other)), 0);
  const onePage = rateOf(run, asking, true);
  const read = Math.min(onePage, PROCESSES_EACH * busy * SHARED_READS_PER_SECOND);
  return rateOf(run, asking) - onePage + read;
}

const isList = ({ partition, kind }: Partition): boolean =>
  kind === 'read' && /^gsi.*#approved$/.test(partition);

/** Units a second that is asked of a partition which all guests of an event share. */
export function demandOf(asking: Asking, partition: Partition): number {
  const { phase, guests } = asking;
  const ratePerSecond = isList(partition) ? listReadsOf : rateOf;
  const taken = runs.filter((run) => unitsOf(run, partition) > 0);
  const asked = taken.reduce((sum, run) => sum + ratePerSecond(run, asking) * unitsOf(run, partition), 0);
  const rolledUp = Math.min(ROLL_UPS_PER_SECOND, votesPerSecond(phase, guests));
  return asked + rolledUp * (unitsOf(ROLLED, partition) - unitsOf('cast-vote', partition));
}

/** The function of a run: `list-media` of `list-media by votes`. */
const functionOf = (run: Run): string => run.split(/,? /)[0] ?? run;

const isCall = new Map(functions.map((row) => [row.id, answersRequests(row)]));

const milliseconds = new Map(
  activities.flatMap(({ calls = [], work = [] }) =>
    [...calls, ...work].map((run) => [run.functionId, run.milliseconds] as const),
  ),
);

/** @throws Error if the cost model knows no time of a function */
function secondsOf(functionId: string): number {
  const found = milliseconds.get(functionId);
  if (found === undefined) throw new Error(`How long ${functionId} takes is not known.`);
  return found / 1000;
}

/** What a run takes of the table, or of one of its indexes. */
export const tableOrIndexUnits = (run: Run, of: string, kind: 'read' | 'write'): number =>
  Object.entries(tableUnits[run] ?? {})
    .filter(([partition]) => partition.startsWith(`${of} `))
    .reduce((sum, [, units]) => sum + (units[kind] ?? 0), 0);

/** All partitions of the table, without its indexes, which have as much each; roll-ups as if each vote were rolled up, which only many events at once are. */
function unitsInAll(run: Run, kind: 'read' | 'write'): number {
  const counted = run === 'cast-vote' ? ROLLED : run;
  return tableOrIndexUnits(counted, 'table', kind);
}

/** For each time that a habit is followed. */
const overRuns =
  (each: (run: Run) => number) =>
  ({ runs }: Habit): number =>
    runs.reduce((total, run) => total + each(run), 0);

const ifCall =
  (each: (run: Run) => number) =>
  (run: Run): number =>
    isCall.get(functionOf(run)) === true ? each(run) : 0;

const callsOf = overRuns(ifCall(() => 1));

const jobsOf = ({ runs, work = [] }: Habit): string[] =>
  [...runs.map(functionOf), ...work].filter((id) => isCall.get(id) === false);

/** What a crowd asks of the stage, however many events it is spread over. */
export function ratesOf(phase: Phase, guests: number): Rates {
  const sum = (each: (habit: Habit) => number): number =>
    phase.habits.reduce((total, habit) => total + (each(habit) * habit.perMinute * guests) / 60, 0);
  const workers = functions.map(({ id }) => {
    const times = sum((habit) => jobsOf(habit).filter((job) => job === id).length);
    return [id, times === 0 ? 0 : times * secondsOf(id)] as const;
  });
  return {
    callsPerSecond: sum(callsOf),
    concurrentCalls: sum(overRuns(ifCall((run) => secondsOf(functionOf(run))))),
    readsPerSecond: sum(overRuns((run) => unitsInAll(run, 'read'))),
    writesPerSecond: sum(overRuns((run) => unitsInAll(run, 'write'))),
    edgePerSecond: sum((habit) => callsOf(habit) + (habit.edgeRequests ?? 0)),
    edgeBytesPerSecond: sum(({ edgeMb = 0 }) => edgeMb * 1e6),
    putsPerSecond: sum(({ files = 0 }) => files),
    workers: Object.fromEntries(workers),
  };
}

/** The most guests for whom the numbers of this model mean something. */
const MANY = 100_000_000;

/** The smallest crowd for which something is true, if it stays true for every larger one. @returns undefined if none */
export function smallestCrowd(isMet: (guests: number) => boolean): number | undefined {
  if (!isMet(MANY)) return undefined;
  let [below, met] = [0, MANY];
  while (met - below > 1) {
    const middle = Math.floor((below + met) / 2);
    if (isMet(middle)) met = middle;
    else below = middle;
  }
  return met;
}
