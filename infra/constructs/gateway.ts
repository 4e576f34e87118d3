import { type CfnStage, HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { FilterPattern, type LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { Stage } from '../stages.ts';
import { CALL_METRICS, namespaceOf } from '../watch/call-alarms.ts';
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

/** Answers that failed, by route. CloudWatch's own metrics of each route cost by the hour, these by the failure. */
function countAnswers(log: LogGroup, stage: Stage): void {
  const kinds = { [CALL_METRICS.serverErrors]: '5*', [CALL_METRICS.clientErrors]: '4*' };
  for (const [metricName, status] of Object.entries(kinds)) {
    log.addMetricFilter(metricName, {
      filterPattern: FilterPattern.stringValue('$.status', '=', status),
      metricNamespace: namespaceOf(stage.name),
      metricName,
      dimensions: { Route: '$.route' },
    });
  }
}

/** The HTTP API without a route: CloudFront and the sign-in client need its address before the functions exist. */
export function addGateway(scope: Construct, stage: Stage): HttpApi {
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
  countAnswers(log, stage);
  return api;
}
