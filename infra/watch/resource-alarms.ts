import { Duration } from 'aws-cdk-lib';
import type { Distribution } from 'aws-cdk-lib/aws-cloudfront';
import { MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { Function as Lambda } from 'aws-cdk-lib/aws-lambda';
import type { AlarmDefinition } from './alarm-definition.ts';

const fiveMinutes = Duration.minutes(5);

/**
 * Exhausted capacity: the concurrency of functions, and the table's throughput. Without throttles a metric
 * has no data.
 */
export function throttleAlarm(table: ITable): AlarmDefinition {
  return {
    id: 'throttled',
    metric: new MathExpression({
      expression: 'MAX([functions / 10, reads / 50, writes / 50])',
      usingMetrics: {
        functions: Lambda.metricAllThrottles({ period: fiveMinutes, statistic: Stats.SUM }),
        reads: throttledBy(table, 'ReadThrottleEvents'),
        writes: throttledBy(table, 'WriteThrottleEvents'),
      },
      period: fiveMinutes,
      label: 'throttles, 1 is too many',
    }),
    threshold: 1,
    periods: 1,
    impact: 'Calls wait or are refused for a moment, above all votes and uploads; the app tries again.',
    firstStep: 'See on the dashboard which end is reached: Lambdas at once, or what the table takes.',
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

/** CloudFront's metrics exist only in us-east-1, and an alarm only sees its own region. */
export function edgeAlarm(distribution: Distribution): AlarmDefinition {
  return {
    id: 'edge-failing',
    metric: distribution.metric5xxErrorRate({ period: fiveMinutes, statistic: Stats.AVERAGE }),
    threshold: 2,
    periods: 2,
    impact: 'Pages or pictures do not open for one in fifty.',
    firstStep: 'Is it calls (see calls-failing), files of the media bucket, or the website?',
  };
}
