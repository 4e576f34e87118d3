import { businessEvents } from '../../functions/domain/business-events.ts';
import { queues } from '../../functions/manifest/queues.ts';
import type { Stage } from '../stages/stages.ts';
import { GLOBAL_REGION } from '../stages/resource-names.ts';
import type { AlarmId } from '../watch/alarm-definition.ts';

export type FixedCost = {
  readonly what: string;
  readonly usd: number;
  /** YYYY-MM */
  readonly asOf: string;
  readonly source: string;
};

const watchPrices = { asOf: '2026-02', source: 'cloudburn.io/blog/amazon-cloudwatch-pricing' } as const;

/** What a stage costs each month before anybody comes; the first ten alarms and metrics of an account are free, and counted. */
export function fixedMonthlyCosts(stage: Stage): FixedCost[] {
  return [
    {
      what: 'Firewall: the list and its three rules',
      usd: 5 + 3 * 1,
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

/** The metrics in each alarm's expression. */
const metricCounts: Readonly<Record<AlarmId, number>> = {
  'calls-failing': 2,
  'calls-slow': 1,
  'uploads-failing': 1,
  'payments-failing': 1,
  'payments-refused': 1,
  'photos-late': 3,
  'videos-late': 3,
  // Photos and videos have their own, and the table's stream is one more.
  'jobs-late': queues.length - 2 + 1,
  'jobs-failing': 2,
  // Less that of photos.
  'dead-letters': queues.length - 1,
  throttled: 3,
  'edge-failing': 1,
};

/** An alarm is paid by each metric in its expression. CloudFront's figures are in us-east-1 alone. */
export function alarmMetrics({ region }: Stage): number {
  const all = Object.values(metricCounts).reduce((sum, count) => sum + count, 0);
  return region === GLOBAL_REGION ? all : all - metricCounts['edge-failing'];
}
