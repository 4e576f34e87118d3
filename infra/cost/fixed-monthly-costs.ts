import { businessEvents } from '../../functions/domain/business-events.ts';
import { functions } from '../../functions/manifest/functions.ts';
import { queues } from '../../functions/manifest/queues.ts';
import { answersRequests, gatewayKeysOf } from '../../functions/manifest/call-row.ts';
import type { FunctionRow } from '../../functions/manifest/function-row.ts';
import type { Stage } from '../stages/stages.ts';
import { uploadAndPaymentCalls } from '../watch/call-alarms.ts';

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

const keysOf = (rows: readonly FunctionRow[]): number =>
  rows.reduce((sum, row) => sum + gatewayKeysOf(row).length, 0);

/** An alarm is paid by each metric in its expression. */
export function alarmMetrics(stage: Stage): number {
  const routes = functions.filter((row) => gatewayKeysOf(row).length > 0);
  const workers = functions.filter((row) => !answersRequests(row));
  const streams = workers.filter(({ trigger }) => trigger.kind === 'stream');
  const routeKeyCount = (ids: readonly string[]): number =>
    keysOf(routes.filter(({ id }) => ids.includes(id)));
  // One for the errors of each key, one for the calls, one for the time.
  const byRoute = stage.watchesRoutes ? keysOf(routes) + 2 * routes.length : 0;
  const ofQueues = 2 * queues.length;
  const ofCalls =
    2 +
    routeKeyCount(uploadAndPaymentCalls['uploads-failing']) +
    2 * routeKeyCount(uploadAndPaymentCalls['webhook-failing']);
  // Throttled functions, both ways of the table, and CloudFront where its metrics are.
  const ofResources = 3 + (stage.region === 'us-east-1' ? 1 : 0);
  return byRoute + ofQueues + workers.length + streams.length + ofCalls + ofResources;
}
