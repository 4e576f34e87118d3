import { UNITS_PER_SECOND } from '../../infra/local/dynamodb/capacity-meter.ts';
import type { CallerUse } from '../../infra/local/dynamodb/caller-use.ts';
import type { CallStats } from './crowd-calls.ts';
import type { Findings } from './crowd-check.ts';
import { TOP_VOTED } from './crowd-guest.ts';
import { type Measured, transactionsEach } from './crowd-targets.ts';
import { quantileOf } from './quantiles.ts';

type Taken = { writes: number; indexWrites: number; reads: number };

const NAMED = 5;

/** Units of the table, of all indexes, and of reads. */
function takenBy(use: CallerUse | undefined): Taken {
  const all = Object.entries(use?.units ?? {});
  const sum = (some: typeof all, kind: 'read' | 'write') =>
    some.reduce((total, [, units]) => total + units[kind], 0);
  return {
    writes: sum(
      all.filter(([of]) => of === 'table'),
      'write',
    ),
    indexWrites: sum(
      all.filter(([of]) => of !== 'table'),
      'write',
    ),
    reads: sum(all, 'read'),
  };
}

const less = (one: Taken, other: Taken): Taken => ({
  writes: one.writes - other.writes,
  indexWrites: one.indexWrites - other.indexWrites,
  reads: one.reads - other.reads,
});

/** What each kind of call took: the same function lists the gallery in every order, one after the other. */
function takenByKind(kind: string, { meters: { visits, end } }: Measured): Taken {
  const before = takenBy(visits.callers['list-media']);
  if (kind === 'list-media') return before;
  if (kind === TOP_VOTED) return less(takenBy(end.callers['list-media']), before);
  return takenBy(end.callers[kind]);
}

const cells = (...texts: readonly string[]): string => texts.map((text) => text.padStart(8)).join('');
const unitsEach = ({ writes, indexWrites, reads }: Taken, calls: number): string[] =>
  [writes, indexWrites, reads].map((units) => (units / Math.max(1, calls)).toFixed(1));

const line = (name: string, ...texts: readonly string[]): void =>
  console.log(`  ${name.padEnd(24)}${cells(...texts)}`);

/** A line for each kind of call, and one for each job. */
export function printCalls(measured: Measured): void {
  const { calls, emptyCalls, functionCounts, meters } = measured;
  const empty = quantileOf(emptyCalls, 0.5);
  const times = (stats: CallStats) =>
    [0.5, 0.95, 0.99].map((share) => (quantileOf(stats.durations, share) / empty).toFixed(1));
  console.log(`An empty call takes ${empty.toFixed(1)} ms (median of ${emptyCalls.length}).`);
  console.log(
    'p50, p95, p99: times an empty call. Units of the table for each call: writes, of indexes, reads.',
  );
  line('call', 'count', 'failed', 'tries', 'p50', 'p95', 'p99', 'writes', 'indexes', 'reads');
  for (const [kind, stats] of calls) {
    const units = unitsEach(takenByKind(kind, measured), stats.calls);
    const tries = (stats.sends / Math.max(1, stats.calls)).toFixed(3);
    line(kind, String(stats.calls), String(stats.failed), tries, ...times(stats), ...units);
  }
  const coldStarts = Object.values(functionCounts).reduce((sum, counts) => sum + counts.coldStarts, 0);
  console.log(`Cold starts of functions: ${coldStarts}`);
  line('job', 'runs', 'failed', '', '', '', '', 'writes', 'indexes', 'reads');
  for (const [id, use] of Object.entries(meters.end.callers)) {
    if (calls.has(id)) continue;
    const { invocations = 0, errors = 0 } = functionCounts[id] ?? {};
    line(id, String(invocations), String(errors), '', '', '', '', ...unitsEach(takenBy(use), invocations));
  }
}

/** The table's hottest partitions and items, and what everybody's "Top Voted" would take in one second. */
export function printTable(measured: Measured): void {
  const { transactions, conflicts, throttled, hottest, mostHeld } = measured.meters.end;
  console.log(`Table: ${transactions} transactions, ${conflicts} conflicts, ${throttled} requests throttled`);
  for (const { of, pk, kind, peakUnits } of hottest.slice(0, NAMED))
    console.log(`  ${percent(peakUnits / UNITS_PER_SECOND[kind])} of a second's ${kind}s: ${of} ${pk}`);
  for (const { pk, sk, transactions } of mostHeld.slice(0, NAMED))
    console.log(`  held ${percent(heldShare(transactions, measured))} of ${measured.seconds} s: ${pk} ${sk}`);
  const perCall = [...measured.calls.keys()].flatMap((kind) => {
    const each = transactionsEach(kind, measured);
    return each > 0 ? [`${kind} ${each.toFixed(2)}`] : [];
  });
  console.log(`  transactions for each call: ${perCall.join(', ')}`);
  console.log(
    `  "Top Voted", opened so often in one second, uses up its partition: ${topVotedInASecond(measured)}`,
  );
}

function topVotedInASecond({ calls, meters: { visits, end } }: Measured): number {
  const [before = 0, after = 0] = [visits, end].map(
    ({ callers }) => callers['list-media']?.units['gsi2']?.read ?? 0,
  );
  return Math.floor(
    (UNITS_PER_SECOND.read * (calls.get(TOP_VOTED)?.calls ?? 0)) / Math.max(1, after - before),
  );
}

const percent = (share: number): string => `${(100 * share).toFixed(0).padStart(3)} %`;

/** For which share of the crowd's time an item would be held if this machine were as fast as the crowd. */
const heldShare = (transactions: number, { holdMs, seconds }: Measured): number =>
  (transactions * holdMs) / (1000 * seconds);

export function printFindings({ items, votes }: Findings): void {
  console.log(`Items: ${items.acknowledged} acknowledged, ${items.found} found`);
  console.log(`Votes: ${votes.cast} cast, ${votes.counted} counted`);
}

/** The last line. @returns whether all is well */
export function printVerdict(found: Readonly<Record<string, number>>): boolean {
  const always = ['lost', 'doubled', 'failed'];
  const said = Object.entries(found).filter(([what, count]) => count > 0 || always.includes(what));
  console.log(`crowd: ${said.map((each) => each.join(' ')).join(', ')}`);
  return said.every(([, count]) => count === 0);
}
