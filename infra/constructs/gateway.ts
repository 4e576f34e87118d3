import { type CfnStage, HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { Construct } from 'constructs';
import type { Stage } from '../stages.ts';
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
  return api;
}
