import { browserCounts, browserDelays } from '../../functions/domain/browser-metrics.ts';
import { businessEvents } from '../../functions/domain/business-events.ts';
import { queues } from '../../functions/manifest/queues.ts';
import { quotas } from '../quotas/quotas.ts';
import type { Stage } from '../stages/stages.ts';
import { GLOBAL_REGION } from '../stages/resource-names.ts';
import type { AlarmId } from '../watch/alarm-definition.ts';
import { queuesOf } from '../watch/queues-by-alarm.ts';

export type FixedCost = {
  readonly what: string;
  readonly usd: number;
  /** YYYY-MM */
  readonly asOf: string;
  readonly source: string;
};

const watchPrices = { asOf: '2026-02', source: 'cloudburn.io/blog/amazon-cloudwatch-pricing' } as const;

/**
 * What a stage costs each month before anybody uses it. An account's first ten alarms and metrics are free,
 * but counted here.
 */
export function fixedMonthlyCosts(stage: Stage): FixedCost[] {
  return [
    {
      what: 'Firewall: the list and its five rules',
      usd: 5 + 5 * 1,
      asOf: '2026-01',
      source: 'c3x.dev/blog/aws-waf-cost-explained',
    },
    {
      what: `Alarms, by the ${alarmMetrics(stage)} metrics that they look at`,
      usd: alarmMetrics(stage) * 0.1,
      ...watchPrices,
    },
    { what: 'Metrics of what people do', usd: businessEvents.length * 0.3, ...watchPrices },
    {
      what: 'Metrics of what browsers report',
      usd: (browserCounts.length + browserDelays.length) * 0.3,
      ...watchPrices,
    },
    {
      what: "Secret of CloudFront's origin header",
      usd: 0.4,
      asOf: '2025-01',
      source: 'aws.amazon.com/secrets-manager/pricing',
    },
    ...(stage.domain
      ? [{ what: 'Hosted zone', usd: 0.5, asOf: '2025-01', source: 'aws.amazon.com/route53/pricing' }]
      : []),
  ];
}

/** How many metrics each alarm's expression has. */
const metricCounts: Readonly<Record<AlarmId, number>> = {
  'calls-failing': 2,
  'calls-slow': 4,
  'uploads-failing': 1,
  'payments-failing': 1,
  'payments-refused': 1,
  // And the videos that are being worked on.
  'previews-late': 2 * queuesOf('previews-late').length + 1,
  // And the table's stream.
  'jobs-late': queuesOf('jobs-late').length + 1,
  'jobs-failing': 2,
  'dead-letters': queues.length,
  'edge-failing-or-flooded': 4,
  'pages-crashing': 2,
};

/** An alarm is billed per metric in its expression. CloudFront's metrics exist only in us-east-1. */
export function alarmMetrics({ region }: Stage): number {
  const all = Object.values(metricCounts).reduce((sum, count) => sum + count, 0);
  return region === GLOBAL_REGION ? all : all - metricCounts['edge-failing-or-flooded'];
}

/** Of a provisioned write unit for an hour, for which warm throughput is sold. */
const WARM_WRITE_UNIT_USD = 0.00065;

/** What a stage costs once, when its table is made. @returns undefined where it is a table as any new one */
export function oneTimeCost({ warmWriteUnits }: Stage): FixedCost | undefined {
  if (warmWriteUnits === undefined) return undefined;
  const { value } = quotas.warmWriteUnits;
  return {
    what: `Once: a table that takes ${warmWriteUnits.toLocaleString('en-US')} writes a second at once, not ${value.toLocaleString('en-US')}`,
    usd: (warmWriteUnits - value) * WARM_WRITE_UNIT_USD,
    asOf: '2025-01',
    source: 'aws.amazon.com/dynamodb/pricing/provisioned',
  };
}
