import { functions } from '../../functions/manifest/functions.ts';
import type { Stage } from '../stages/stages.ts';
import { activities, type Run } from './activities.ts';
import type { EventProfile } from './typical-event.ts';

/** A limit of a service, how much of it the given number of events needs at once, and what raises it. */
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
const peakFactor = 4;

/** What people notice while a worker has reached its concurrency. */
const waiting: Readonly<Record<string, string>> = {
  'process-media': 'New photos wait longer for their previews; nothing is lost.',
  'process-video': 'New videos wait longer until they play; nothing is lost.',
  'build-archive': 'Download All takes longer; nothing is lost.',
};

/**
 * AWS's default quotas of an account; a brand-new one has a lower Lambda concurrency until it has been used.
 * Sources: docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html,
 * docs.aws.amazon.com/apigateway/latest/developerguide/limits.html, and the quota pages of DynamoDB, S3, SQS
 * and CloudFront.
 */
const quotas = {
  lambdaConcurrency: 1000,
  gatewayCallsPerSecond: 10_000,
  tableWriteUnitsPerSecond: 40_000,
  partitionWriteUnitsPerSecond: 1000,
  edgeRequestsPerSecond: 250_000,
  edgeGigabitsPerSecond: 150,
  objectPutsPerSecondAndPrefix: 3500,
  queueInFlight: 120_000,
} as const;

type Rates = {
  readonly callsPerSecond: number;
  readonly concurrentCalls: number;
  readonly writesPerSecond: number;
  readonly edgePerSecond: number;
  readonly edgeBytesPerSecond: number;
  readonly putsPerSecond: number;
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
  const all = (rate: number): number => rate * events;
  return [
    {
      what: 'Calls through the gateway, as the stage throttles them',
      limit: stage.throttle.ratePerSecond,
      needed: all(one.callsPerSecond),
      unit: 'a second',
      effect: 'Calls are answered 429; the app waits and tries again.',
      howToRaise: 'throttle in infra/stages/stages.ts',
    },
    {
      what: 'Calls through the gateway, of the account',
      limit: quotas.gatewayCallsPerSecond,
      needed: all(one.callsPerSecond),
      unit: 'a second',
      effect: 'Calls are answered 429; the app waits and tries again.',
      howToRaise: 'Service Quotas: API Gateway, throttle rate',
    },
    {
      what: 'Lambdas at once',
      limit: quotas.lambdaConcurrency,
      needed: all(one.concurrentCalls) + workersAt(events, profile),
      unit: 'at once',
      effect: 'Calls are answered 503 and tried again; queues wait.',
      howToRaise: 'Service Quotas: Lambda, concurrent executions',
    },
    ...workerLimits(events, profile),
    {
      what: 'Writes to the table',
      limit: quotas.tableWriteUnitsPerSecond,
      needed: all(one.writesPerSecond),
      unit: 'units a second',
      effect: 'Votes and saves are slower while they are tried again.',
      howToRaise: 'Service Quotas: DynamoDB, table write units; warm throughput before a great day',
    },
    {
      what: 'Writes to the rows of one event, a partition of the table',
      limit: quotas.partitionWriteUnitsPerSecond,
      needed: one.writesPerSecond,
      unit: 'units a second',
      effect: 'Votes and saves of that event are slower while they are tried again.',
      howToRaise: 'MEDIA_COUNT_SHARDS in functions/table/keys.ts',
    },
    {
      what: 'New files',
      limit: quotas.objectPutsPerSecondAndPrefix,
      needed: all(one.putsPerSecond),
      unit: 'a second and prefix',
      effect:
        'The store answers 503 and uploads are tried again; S3 splits the prefix by itself within minutes.',
      howToRaise: 'nothing to set: upload ids are random, so that S3 can split',
    },
    {
      what: "CloudFront's requests",
      limit: quotas.edgeRequestsPerSecond,
      needed: all(one.edgePerSecond),
      unit: 'a second',
      effect: 'Pictures come late.',
      howToRaise: 'Service Quotas: CloudFront, requests per second',
    },
    {
      what: "CloudFront's bytes",
      limit: quotas.edgeGigabitsPerSecond,
      needed: (all(one.edgeBytesPerSecond) * 8) / 1e9,
      unit: 'Gbit/s',
      effect: 'Pictures come late.',
      howToRaise: 'Service Quotas: CloudFront, data transfer rate',
    },
  ].toSorted((a, b) => b.needed / b.limit - a.needed / a.limit);
}

/** A queue's worker keeps up while it needs no more concurrency than the manifest gives it. */
function workerLimits(events: number, profile: EventProfile): ServiceLimit[] {
  return functions.flatMap(({ id, trigger }) => {
    if (trigger.kind !== 'queue' || trigger.maxConcurrency === undefined) return [];
    if (concurrentRunsOf(id, profile) === 0) return [];
    return [
      {
        what: `Places of ${id}`,
        limit: trigger.maxConcurrency,
        needed: concurrentRunsOf(id, profile) * events,
        unit: 'at once',
        effect: waiting[id] ?? 'Work in the background waits; nothing is lost.',
        howToRaise: 'maxConcurrency in functions/manifest/workers.ts',
      },
    ];
  });
}

function workersAt(events: number, profile: EventProfile): number {
  return workerLimits(events, profile).reduce((sum, { limit, needed }) => sum + Math.min(limit, needed), 0);
}

/** How many runs of a worker one event needs at once in its busiest minutes. */
function concurrentRunsOf(functionId: string, profile: EventProfile): number {
  return activities.reduce((sum, { work = [], times }) => {
    const seconds = secondsOf(work.filter((run) => run.functionId === functionId));
    return sum + seconds * times(profile) * perSecond(profile);
  }, 0);
}

function busiest(profile: EventProfile): Rates {
  const rate = perSecond(profile);
  const sum = (each: (activity: (typeof activities)[number]) => number): number =>
    activities.reduce((total, activity) => total + each(activity) * activity.times(profile) * rate, 0);
  return {
    callsPerSecond: sum(({ calls = [] }) => calls.length),
    concurrentCalls: sum(({ calls = [] }) => secondsOf(calls)),
    writesPerSecond: sum(({ units }) => units?.tableWrite ?? 0),
    edgePerSecond: sum(({ calls = [], units }) => calls.length + (units?.edgeRequest ?? 0)),
    edgeBytesPerSecond: sum(({ units }) => (units?.edgeTransfer ?? 0) * 1e9),
    putsPerSecond: sum(({ units }) => units?.objectPut ?? 0),
  };
}

const perSecond = ({ hours }: EventProfile): number => peakFactor / (hours * 3600);

const secondsOf = (runs: readonly Run[]): number =>
  runs.reduce((sum, { milliseconds }) => sum + milliseconds / 1000, 0);
