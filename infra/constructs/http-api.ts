import { type CfnStage, HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { FilterPattern, type LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { Stage } from '../stages/stages.ts';
import { metricNamespace } from '../stages/resource-names.ts';
import { addLogGroup } from './log-group.ts';

/** What is kept of a call. Neither path nor query: the query carries guests' tokens, and the route says which call it was. */
const ACCESS_LOG = {
  requestId: '$context.requestId',
  time: '$context.requestTimeEpoch',
  route: '$context.routeKey',
  status: '$context.status',
  durationMs: '$context.responseLatency',
  functionMs: '$context.integrationLatency',
  bytes: '$context.responseLength',
  error: '$context.error.messageString',
};

/** The metrics that the gateway's log is counted into: an answer of 500 is no error to Lambda. */
export const CALL_METRICS = { serverErrors: 'ServerErrors', clientErrors: 'ClientErrors' } as const;

/** Answers that failed, by route. CloudWatch's own metrics of each route cost by the hour, these by the failure. */
function addErrorMetrics(log: LogGroup, stage: Stage): void {
  const kinds = { [CALL_METRICS.serverErrors]: '5*', [CALL_METRICS.clientErrors]: '4*' };
  for (const [metricName, status] of Object.entries(kinds)) {
    log.addMetricFilter(metricName, {
      filterPattern: FilterPattern.stringValue('$.status', '=', status),
      metricNamespace: metricNamespace(stage.name),
      metricName,
      dimensions: { Route: '$.route' },
    });
  }
}

/** The HTTP API without a route: CloudFront and the sign-in client need its address before the functions exist. */
export function addHttpApi(scope: Construct, stage: Stage): HttpApi {
  const api = new HttpApi(scope, 'Gateway', { apiName: `gatherlens-${stage.name}` });
  const log = addLogGroup(scope, 'gateway', stage);
  const defaultStage = api.defaultStage?.node.defaultChild as CfnStage;
  defaultStage.accessLogSettings = {
    destinationArn: log.logGroupArn,
    format: JSON.stringify(ACCESS_LOG),
  };
  defaultStage.defaultRouteSettings = {
    throttlingRateLimit: stage.throttle.ratePerSecond,
    throttlingBurstLimit: stage.throttle.burst,
  };
  addErrorMetrics(log, stage);
  return api;
}
