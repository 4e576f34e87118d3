import { Duration } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { type IMetric, MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { Function as Lambda } from 'aws-cdk-lib/aws-lambda';
import { CALL_SECONDS, gatewayKeysOf } from '../../functions/manifest/call-row.ts';
import type { FunctionRow } from '../../functions/manifest/function-row.ts';
import { CALL_METRICS } from '../constructs/http-api.ts';
import { metricNamespace } from '../stages/resource-names.ts';
import type { AlarmDefinition } from './alarm-definition.ts';

const fiveMinutes = Duration.minutes(5);
const uploads = ['issue-upload', 'issue-guest-upload', 'save-media', 'save-guest-media'];

/** The alarm of all calls together. */
export const CALLS_FAILING = 'calls-failing';

/** The calls whose failure has an alarm of its own in every stage, by that alarm. */
export const uploadAndPaymentCalls: Readonly<
  Record<'uploads-failing' | 'webhook-failing', readonly string[]>
> = {
  'uploads-failing': uploads,
  'webhook-failing': ['stripe-webhook'],
};

/** The alarms of one route, where the stage watches them one by one. */
export const routeAlarmIds = ({ id }: Pick<FunctionRow, 'id'>): Record<'failing' | 'slow', string> => ({
  failing: `${id}-failing`,
  slow: `${id}-slow`,
});

/** Answers of one route that were 5xx or 4xx, counted from the gateway's log. */
function answersOf(row: FunctionRow, metricName: string, stageName: string): IMetric[] {
  return gatewayKeysOf(row).map(
    ({ method, path }) =>
      new Metric({
        namespace: metricNamespace(stageName),
        metricName,
        dimensionsMap: { Route: `${method} ${path}` },
        statistic: Stats.SUM,
        period: fiveMinutes,
      }),
  );
}

function sumOf(metrics: readonly IMetric[]): MathExpression {
  const usingMetrics = Object.fromEntries(metrics.map((metric, at) => [`m${at}`, metric]));
  const expression = Object.keys(usingMetrics)
    .map((name) => `FILL(${name}, 0)`)
    .join(' + ');
  return new MathExpression({ expression, usingMetrics, period: fiveMinutes });
}

/** One call that fails, and one that is slow. */
export function routeAlarms(row: FunctionRow, lambda: Lambda, stageName: string): AlarmDefinition[] {
  const ids = routeAlarmIds(row);
  const errors = sumOf(answersOf(row, CALL_METRICS.serverErrors, stageName));
  const runs = lambda.metricInvocations({ period: fiveMinutes });
  // A call that copies files may take longer than one that asks the table.
  const slowMs = row.timeoutSeconds > CALL_SECONDS ? 10_000 : 3000;
  return [
    {
      id: ids.failing,
      // A single bad minute of a seldom call is no alarm: at least three, and one in twenty.
      metric: new MathExpression({
        expression: 'IF(errors >= 3, 100 * errors / runs, 0)',
        usingMetrics: { errors, runs },
        period: fiveMinutes,
        label: `% of ${row.id} that fail`,
      }),
      threshold: 5,
      periods: 1,
      impact: `${callTitle(row)} fails for one in twenty.`,
      firstStep: `Read the log /gatherlens/${stageName}/${row.id}.`,
      runbook: 'failing-calls',
    },
    {
      id: ids.slow,
      metric: lambda.metricDuration({ period: fiveMinutes, statistic: Stats.percentile(99) }),
      threshold: slowMs,
      periods: 3,
      impact: `${callTitle(row)} takes ${slowMs / 1000} seconds or more for one in a hundred.`,
      firstStep: `Look at the traces of ${row.id}: the table, the files, or a cold start?`,
      runbook: 'slow-calls',
    },
  ];
}

function callTitle({ id, trigger }: FunctionRow): string {
  return trigger.kind === 'http' ? `"${trigger.endpoint.summary}"` : `"${id}"`;
}

/** What all calls together show, whichever routes a stage watches one by one. */
export function gatewayAlarms(gateway: HttpApi, stageName: string): AlarmDefinition[] {
  return [
    {
      id: CALLS_FAILING,
      metric: gateway.metricServerError({ period: fiveMinutes, statistic: Stats.SUM }),
      threshold: 10,
      periods: 1,
      impact: 'Pages show errors.',
      firstStep: `See which routes answer 5xx in the log /gatherlens/${stageName}/gateway.`,
      runbook: 'failing-calls',
    },
    {
      id: 'calls-slow',
      metric: gateway.metricLatency({ period: fiveMinutes, statistic: Stats.percentile(99) }),
      threshold: 3000,
      periods: 3,
      impact: 'Every hundredth call takes more than 3 seconds.',
      firstStep: `See which routes are slow in the log /gatherlens/${stageName}/gateway.`,
      runbook: 'slow-calls',
    },
  ];
}

/** The calls whose failure costs people something that they do not get again: photos and money. */
export function uploadAndPaymentAlarms(rows: readonly FunctionRow[], stageName: string): AlarmDefinition[] {
  const answers = (ids: readonly string[], metricName: string): MathExpression =>
    sumOf(rows.filter(({ id }) => ids.includes(id)).flatMap((row) => answersOf(row, metricName, stageName)));
  return [
    {
      id: 'uploads-failing',
      metric: answers(uploadAndPaymentCalls['uploads-failing'], CALL_METRICS.serverErrors),
      threshold: 3,
      periods: 1,
      impact: 'Photos and videos do not arrive; phones keep them and try again while their page is open.',
      firstStep: `Read the logs /gatherlens/${stageName}/${uploads.join(', ')}.`,
      runbook: 'failing-uploads',
    },
    {
      id: 'webhook-failing',
      metric: answers(uploadAndPaymentCalls['webhook-failing'], CALL_METRICS.serverErrors),
      threshold: 1,
      periods: 1,
      impact: 'People have paid and are not let in.',
      firstStep: `Read the log /gatherlens/${stageName}/stripe-webhook; Stripe sends again for three days.`,
      runbook: 'failing-payments',
    },
    {
      id: 'webhook-refused',
      metric: answers(['stripe-webhook'], CALL_METRICS.clientErrors),
      threshold: 5,
      periods: 1,
      impact: 'People have paid and are not let in, or somebody tries forged payments.',
      firstStep: 'Compare the secret of the webhook in Stripe with stripe-webhook-secrets.',
      runbook: 'failing-payments',
    },
  ];
}
