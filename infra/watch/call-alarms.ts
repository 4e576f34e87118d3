import { Duration } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { Function as Lambda } from 'aws-cdk-lib/aws-lambda';
import { failureMetrics } from '../constructs/failure-metrics.ts';
import { metricNamespace } from '../stages/resource-names.ts';
import type { AlarmDefinition } from './alarm-definition.ts';

const fiveMinutes = Duration.minutes(5);

/** Failures within five minutes, counted from logs. */
export function failuresOf(kind: keyof typeof failureMetrics, stageName: string): Metric {
  return new Metric({
    namespace: metricNamespace(stageName),
    metricName: failureMetrics[kind],
    statistic: Stats.SUM,
    period: fiveMinutes,
  });
}

type Watched = { readonly gateway: HttpApi; readonly table: ITable };

/** Alarms of calls: they fail, they are slow, photos do not arrive, payments do not count. */
export function callAlarms({ gateway, table }: Watched, stageName: string): AlarmDefinition[] {
  return [
    callsFailing(gateway, stageName),
    callsSlow({ gateway, table }, stageName),
    {
      id: 'uploads-failing',
      metric: failuresOf('uploads', stageName),
      threshold: 3,
      periods: 1,
      impact: 'Photos and videos do not arrive; phones keep them and try again while their page is open.',
      firstStep: `See which of the four calls it is in the log /gatherlens/${stageName}/gateway.`,
    },
    {
      id: 'payments-failing',
      metric: failuresOf('payments', stageName),
      threshold: 1,
      periods: 1,
      impact: 'People have paid and are not let in.',
      firstStep: `Read the logs /gatherlens/${stageName}/payments and scheduled-jobs; Stripe sends again for three days.`,
    },
    {
      id: 'payments-refused',
      metric: failuresOf('refusedPayments', stageName),
      threshold: 5,
      periods: 1,
      impact: 'People have paid and are not let in, or somebody tries forged payments.',
      firstStep: 'Compare the secret of the webhook in Stripe with stripe-webhook-secrets.',
    },
  ];
}

function callsFailing(gateway: HttpApi, stageName: string): AlarmDefinition {
  return {
    id: 'calls-failing',
    metric: new MathExpression({
      // At night a handful of failures is a large share, but no outage.
      expression: 'IF(failed >= 10, 100 * failed / calls, 0)',
      usingMetrics: {
        failed: gateway.metricServerError({ period: fiveMinutes, statistic: Stats.SUM }),
        calls: gateway.metricCount({ period: fiveMinutes, statistic: Stats.SUM }),
      },
      period: fiveMinutes,
      label: '% of calls that fail',
    }),
    // A new version gets a tenth of the calls first: this notices one that breaks a call which is a
    // twentieth of all calls.
    threshold: 0.5,
    periods: 1,
    impact: 'Pages show errors for one call in two hundred or more.',
    firstStep: `See which routes answer 5xx in the log /gatherlens/${stageName}/gateway.`,
  };
}

/** They take long, or wait for capacity that is used up: of functions, or of the table. */
function callsSlow({ gateway, table }: Watched, stageName: string): AlarmDefinition {
  return {
    id: 'calls-slow',
    metric: new MathExpression({
      expression: 'MAX([slowest / 3000, functions / 10, reads / 50, writes / 50])',
      usingMetrics: {
        slowest: gateway.metricLatency({ period: fiveMinutes, statistic: Stats.percentile(99) }),
        functions: Lambda.metricAllThrottles({ period: fiveMinutes, statistic: Stats.SUM }),
        reads: throttledBy(table, 'ReadThrottleEvents'),
        writes: throttledBy(table, 'WriteThrottleEvents'),
      },
      period: fiveMinutes,
      label: 'slowness, 1 is too slow',
    }),
    threshold: 1,
    periods: 2,
    impact:
      'Every hundredth call takes more than 3 seconds, or calls are refused for a moment and tried again.',
    firstStep: `See on the dashboard whether a limit is reached; if not, which routes are slow in the log /gatherlens/${stageName}/gateway.`,
  };
}

function throttledBy(table: ITable, metricName: string): Metric {
  return new Metric({
    namespace: 'AWS/DynamoDB',
    metricName,
    dimensionsMap: { TableName: table.tableName },
    statistic: Stats.SUM,
    period: fiveMinutes,
  });
}
