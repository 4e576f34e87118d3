import { Duration } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { Dashboard, GraphWidget, type IMetric, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { Distribution } from 'aws-cdk-lib/aws-cloudfront';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { Function as Lambda } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { FunctionRow, QueueName } from '../../functions/manifest/function-row.ts';
import { businessEvents } from '../../functions/domain/business-events.ts';
import type { WorkQueue } from '../constructs/work-queue.ts';
import { browserGraphs } from './browser-alarms.ts';
import { messagesOf, type Watched } from './edge-alarm.ts';
import { jobGraph } from './job-alarms.ts';
import { streamAges } from './queue-alarms.ts';
import { logTables } from './log-tables.ts';
import { GLOBAL_REGION, metricNamespace } from '../stages/resource-names.ts';
import type { Stage } from '../stages/stages.ts';

export type DashboardParts = {
  readonly stage: Stage;
  readonly functions: readonly FunctionRow[];
  readonly gateway: HttpApi;
  readonly table: ITable;
  readonly distribution: Distribution;
  readonly liveUpdates: Watched['liveUpdates'];
  readonly queues: ReadonlyMap<QueueName, WorkQueue>;
};

const period = Duration.minutes(5);

/** From top to bottom: what people do, whether it works, and what waits. */
export function addDashboard(scope: Construct, parts: DashboardParts): Dashboard {
  const { stage, functions, gateway, table, distribution, liveUpdates, queues } = parts;
  const dashboard = new Dashboard(scope, 'Dashboard', { dashboardName: `gatherlens-${stage.name}` });
  const all = [...queues];
  dashboard.addWidgets(
    graph(
      'What people do',
      businessEvents.map((name) => ownMetric(stage, name)),
    ),
    graph('Calls', [gateway.metricCount({ period }), gateway.metricClientError({ period })]),
    graph('Calls that fail', [gateway.metricServerError({ period })]),
  );
  dashboard.addWidgets(
    graph(
      'How long calls take, in milliseconds',
      [50, 90, 99].map((part) => gateway.metricLatency({ period, statistic: Stats.percentile(part) })),
    ),
    graph('Lambdas at once', [
      Lambda.metricAllConcurrentExecutions({ period, statistic: Stats.MAXIMUM }),
      Lambda.metricAllThrottles({ period, statistic: Stats.SUM }),
    ]),
    graph(
      'Units of the table, and throttles',
      [
        'ConsumedReadCapacityUnits',
        'ConsumedWriteCapacityUnits',
        'ReadThrottleEvents',
        'WriteThrottleEvents',
      ].map((name) => tableMetric(table, name)),
    ),
  );
  const browsers = browserGraphs(stage.name);
  dashboard.addWidgets(
    graph('What browsers report', browsers.counts),
    graph('Largest paint and presses in browsers, in milliseconds', browsers.delays),
    graph('Jobs that fail, and files that cannot be shown', jobGraph(functions, stage.name)),
  );
  dashboard.addWidgets(...logTables(stage.name));
  dashboard.addWidgets(
    graph('What waits, in seconds, and the stream in milliseconds', [
      ...all.map(([, { queue }]) => queue.metricApproximateAgeOfOldestMessage({ period })),
      ...streamAges(functions, stage.name),
    ]),
    graph(
      'Dead letters',
      all.map(([, { deadLetters }]) => deadLetters.metricApproximateNumberOfMessagesVisible({ period })),
    ),
    graph('CloudFront', [
      distribution.metricRequests({ period, region: GLOBAL_REGION }),
      distribution.metric5xxErrorRate({ period, region: GLOBAL_REGION }),
    ]),
    graph('Messages of live updates', [messagesOf(liveUpdates)]),
  );
  return dashboard;
}

function graph(title: string, left: IMetric[]): GraphWidget {
  return new GraphWidget({ title, left, width: 8, height: 6 });
}

function ownMetric(stage: Stage, metricName: string): Metric {
  const dimensionsMap = { service: 'gatherlens' };
  return new Metric({
    namespace: metricNamespace(stage.name),
    metricName,
    dimensionsMap,
    statistic: Stats.SUM,
    period,
  });
}

function tableMetric(table: ITable, metricName: string): Metric {
  const dimensionsMap = { TableName: table.tableName };
  return new Metric({ namespace: 'AWS/DynamoDB', metricName, dimensionsMap, statistic: Stats.SUM, period });
}
