import { Duration } from 'aws-cdk-lib';
import type { Distribution } from 'aws-cdk-lib/aws-cloudfront';
import { MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { Function as Lambda } from 'aws-cdk-lib/aws-lambda';
import type { AlarmDefinition } from './alarm-definition.ts';

const fiveMinutes = Duration.minutes(5);

/** What runs out: places for functions, and what the table takes. */
export function throttleAlarms(table: ITable): AlarmDefinition[] {
  const usingMetrics = {
    reads: throttledBy(table, 'ReadThrottleEvents'),
    writes: throttledBy(table, 'WriteThrottleEvents'),
  };
  return [
    {
      id: 'functions-throttled',
      metric: Lambda.metricAllThrottles({ period: fiveMinutes, statistic: Stats.SUM }),
      threshold: 10,
      periods: 1,
      impact: 'Calls are refused for a moment; the app tries most of them again.',
      firstStep: 'The account has too few Lambdas at once: ask Service Quotas for more.',
      runbook: 'throttled-functions',
    },
    {
      id: 'table-throttled',
      metric: new MathExpression({
        expression: 'FILL(reads, 0) + FILL(writes, 0)',
        usingMetrics,
        period: fiveMinutes,
      }),
      threshold: 50,
      periods: 2,
      impact: 'Votes and uploads are slow, because the table has them wait.',
      firstStep: 'See in the table which keys are hot, and whether one event or all of them.',
      runbook: 'throttled-table',
    },
  ];
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

/** CloudFront's metrics are in us-east-1 alone, and an alarm sees its own region only. */
export function edgeAlarms(distribution: Distribution): AlarmDefinition[] {
  return [
    {
      id: 'edge-failing',
      metric: distribution.metric5xxErrorRate({ period: fiveMinutes, statistic: Stats.AVERAGE }),
      threshold: 2,
      periods: 2,
      impact: 'Pages or pictures do not open for one in fifty.',
      firstStep: 'Is it calls (see calls-failing), files of the media bucket, or the website?',
      runbook: 'failing-edge',
    },
  ];
}
