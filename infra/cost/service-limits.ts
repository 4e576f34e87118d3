import { functions } from '../../functions/manifest/functions.ts';
import { quotas } from '../quotas/quotas.ts';
import type { Stage } from '../stages/stages.ts';
import { activities, type Run } from './activities.ts';
import type { EventProfile } from './typical-event.ts';

/** A limit of a service, how much of it is needed at once, and what raises it. */
export type ServiceLimit = {
  readonly what: string;
  readonly limit: number;
  readonly needed: number;
  readonly unit: string;
  /** What people notice when it is reached. */
  readonly effect: string;
  readonly howToRaise: string;
};

/** How much busier the busiest minutes are than the event's average. */
export const PEAK_FACTOR = 4;

/** What people notice while a worker has reached its concurrency. */
const waiting: Readonly<Record<string, string>> = {
  'process-media': 'New photos wait longer for their previews; nothing is lost.',
  'process-video': 'New videos wait longer until they play; nothing is lost.',
  'build-archive': 'Download All takes longer; nothing is lost.',
  'check-arrivals': 'Files that are too large, or were sent again, stay longer before they are removed.',
  'publish-live-updates': 'Open galleries show new photos and counts later; nothing is lost.',
  'roll-up-votes': 'Counts of others and the order by votes come later; no vote is lost.',
};

/** What people ask of a stage at once. */
export type Rates = {
  readonly callsPerSecond: number;
  readonly concurrentCalls: number;
  readonly readsPerSecond: number;
  readonly writesPerSecond: number;
  readonly edgePerSecond: number;
  readonly edgeBytesPerSecond: number;
  readonly putsPerSecond: number;
  /** Runs at once of each queue's worker, by its id. */
  readonly workers: Readonly<Record<string, number>>;
};

/**
 * What events in their busiest minutes need, compared with each limit; the scarcest first.
 * @param events how many at the same time
 */
export function serviceLimitsAt(
  events: number,
  { profile, stage }: { profile: EventProfile; stage: Stage },
): ServiceLimit[] {
  const one = busiest(profile);
  return [
    ...limitsFor(scaled(one, events), { stage, isTableGrown: true }),
    {
      what: 'Writes to the rows of one event, a partition of the table',
      limit: quotas.partitionWriteUnits.value,
      needed: one.writesPerSecond,
      unit: 'units a second',
      effect: 'Votes and saves of that event are slower while they are tried again.',
      howToRaise: 'MEDIA_COUNT_SHARDS in functions/table/shards.ts',
    },
  ].toSorted((a, b) => b.needed / b.limit - a.needed / a.limit);
}

/**
 * What these rates need of each limit of a stage and its account.
 * @param where `isTableGrown`: after months of so many events, and not on the first evening
 */
export function limitsFor(rates: Rates, where: { stage: Stage; isTableGrown?: boolean }): ServiceLimit[] {
  const { stage, isTableGrown = false } = where;
  const places = workerLimits(rates);
  const workers = places.reduce((sum, { limit, needed }) => sum + Math.min(limit, needed), 0);
  return [
    {
      what: 'Calls through the gateway, as the stage throttles them',
      limit: stage.throttle.ratePerSecond,
      needed: rates.callsPerSecond,
      unit: 'a second',
      effect: 'Calls are answered 429; the app waits and tries again.',
      howToRaise: 'throttle in infra/stages/stages.ts',
    },
    {
      what: 'Calls through the gateway, of the account',
      limit: quotas.gatewayCalls.value,
      needed: rates.callsPerSecond,
      unit: 'a second',
      effect: 'Calls are answered 429; the app waits and tries again.',
      howToRaise: 'Service Quotas: API Gateway, throttle rate',
    },
    {
      what: 'Lambdas at once',
      limit: quotas.lambdaConcurrency.value,
      needed: rates.concurrentCalls + workers,
      unit: 'at once',
      effect: 'Calls are answered 500 and tried again; queues wait.',
      howToRaise: 'Service Quotas: Lambda, concurrent executions',
    },
    ...places,
    {
      what: 'Reads of the table',
      limit: isTableGrown ? quotas.tableReadUnits.value : quotas.warmReadUnits.value,
      needed: rates.readsPerSecond,
      unit: 'units a second',
      effect:
        'Lists are slower, then 503, until the table has grown: to twice the last peak within 30 minutes.',
      howToRaise:
        'warm throughput before a great day; above 40,000 Service Quotas: DynamoDB, table read units',
    },
    {
      what: 'Writes to the table',
      limit: isTableGrown
        ? quotas.tableWriteUnits.value
        : (stage.warmWriteUnits ?? quotas.warmWriteUnits.value),
      needed: rates.writesPerSecond,
      unit: 'units a second',
      effect:
        'Votes and saves are slower, then 503, until the table has grown: to twice the last peak within 30 minutes.',
      howToRaise:
        'warmWriteUnits in infra/stages/stages.ts; above 40,000 Service Quotas: DynamoDB, table write units',
    },
    {
      what: 'New files',
      limit: quotas.objectWrites.value,
      needed: rates.putsPerSecond,
      unit: 'a second and prefix',
      effect:
        'The store answers 503 and uploads are tried again; S3 splits the prefix by itself within minutes.',
      howToRaise: 'nothing to set: upload ids are random, so that S3 can split',
    },
    {
      what: "CloudFront's requests",
      limit: quotas.edgeRequests.value,
      needed: rates.edgePerSecond,
      unit: 'a second',
      effect: 'Pictures come late.',
      howToRaise: 'Service Quotas: CloudFront, requests per second',
    },
    {
      what: "CloudFront's bytes",
      limit: quotas.edgeGigabits.value,
      needed: (rates.edgeBytesPerSecond * 8) / 1e9,
      unit: 'Gbit/s',
      effect: 'Pictures come late.',
      howToRaise: 'Service Quotas: CloudFront, data transfer rate',
    },
  ];
}

/** A queue's worker keeps up while it needs no more concurrency than the manifest gives it. */
function workerLimits(rates: Rates): ServiceLimit[] {
  return functions.flatMap(({ id, trigger }) => {
    if (trigger.kind !== 'queue' || trigger.maxConcurrency === undefined) return [];
    const needed = rates.workers[id] ?? 0;
    if (needed === 0) return [];
    return [
      {
        what: `Places of ${id}`,
        limit: trigger.maxConcurrency,
        needed,
        unit: 'at once',
        effect: waiting[id] ?? 'Work in the background waits; nothing is lost.',
        howToRaise: 'maxConcurrency of its row in functions/manifest',
      },
    ];
  });
}

function busiest(profile: EventProfile): Rates {
  const rate = PEAK_FACTOR / (profile.hours * 3600);
  const sum = (each: (activity: (typeof activities)[number]) => number): number =>
    activities.reduce((total, activity) => total + each(activity) * activity.times(profile) * rate, 0);
  const runsOf = (functionId: string): number =>
    sum(({ work = [] }) => secondsOf(work.filter((run) => run.functionId === functionId)));
  return {
    callsPerSecond: sum(({ calls = [] }) => calls.length),
    concurrentCalls: sum(({ calls = [] }) => secondsOf(calls)),
    readsPerSecond: sum(({ units }) => units?.tableRead ?? 0),
    writesPerSecond: sum(({ units }) => units?.tableWrite ?? 0),
    edgePerSecond: sum(({ calls = [], units }) => calls.length + (units?.edgeRequest ?? 0)),
    edgeBytesPerSecond: sum(({ units }) => (units?.edgeTransfer ?? 0) * 1e9),
    putsPerSecond: sum(({ units }) => units?.objectPut ?? 0),
    workers: Object.fromEntries(functions.map(({ id }) => [id, runsOf(id)])),
  };
}

/** As many times as much of everything. */
function scaled({ workers, ...rates }: Rates, times: number): Rates {
  const each = <T extends object>(values: T): T =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Number(value) * times])) as T;
  return { ...each(rates), workers: each(workers) };
}

const secondsOf = (runs: readonly Run[]): number =>
  runs.reduce((sum, { milliseconds }) => sum + milliseconds / 1000, 0);
