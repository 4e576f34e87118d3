import { Duration } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
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

/** Alarms of calls: they fail, they are slow, photos do not arrive, payments do not count. */
export function callAlarms(gateway: HttpApi, stageName: string): AlarmDefinition[] {
  return [
    ...gatewayAlarms(gateway, stageName),
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

function gatewayAlarms(gateway: HttpApi, stageName: string): AlarmDefinition[] {
  const usingMetrics = {
    failed: gateway.metricServerError({ period: fiveMinutes, statistic: Stats.SUM }),
    calls: gateway.metricCount({ period: fiveMinutes, statistic: Stats.SUM }),
  };
  return [
    {
      id: 'calls-failing',
      metric: new MathExpression({
        // At night a handful of failures is a large share, but no outage.
        expression: 'IF(failed >= 10, 100 * failed / calls, 0)',
        usingMetrics,
        period: fiveMinutes,
        label: '% of calls that fail',
      }),
      // A new version gets a tenth of the calls first: this notices one that breaks a call which is a
      // twentieth of all calls.
      threshold: 0.5,
      periods: 1,
      impact: 'Pages show errors for one call in two hundred or more.',
      firstStep: `See which routes answer 5xx in the log /gatherlens/${stageName}/gateway.`,
    },
    {
      id: 'calls-slow',
      metric: gateway.metricLatency({ period: fiveMinutes, statistic: Stats.percentile(99) }),
      threshold: 3000,
      periods: 3,
      impact: 'Every hundredth call takes more than 3 seconds.',
      firstStep: `See which routes are slow in the log /gatherlens/${stageName}/gateway.`,
    },
  ];
}
