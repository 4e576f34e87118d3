import { type CfnStage, HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { answersRequests } from '../../functions/manifest/call-row.ts';
import type { FunctionRow, RequestRow } from '../../functions/manifest/function-row.ts';
import type { Stage } from '../stages/stages.ts';
import { answersOf, countLines, failureMetrics } from './failure-metrics.ts';
import { addLogGroup } from './log-group.ts';

/** Neither path nor query: the route names the call, and queries carry guests' tokens. */
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

type ApiParts = { readonly stage: Stage; readonly functions: readonly FunctionRow[] };

/** Failures that cost people photos or money are counted apart from all others. */
function addFailureMetrics(log: LogGroup, { stage, functions }: ApiParts): void {
  const calls = functions.filter(answersRequests);
  const carrying = (what: RequestRow['carries']) => calls.filter(({ carries }) => carries === what);
  const counted = [
    [failureMetrics.uploads, answersOf(carrying('uploads'), '5*')],
    [failureMetrics.payments, answersOf(carrying('payments'), '5*')],
    [failureMetrics.refusedPayments, answersOf(carrying('payments'), '4*')],
  ] as const;
  for (const [metricName, pattern] of counted) countLines(log, metricName, { stage, metricName, pattern });
}

/** The HTTP API without routes: CloudFront and the sign-in client need its address before functions exist. */
export function addHttpApi(scope: Construct, { stage, functions }: ApiParts): HttpApi {
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
  addFailureMetrics(log, { stage, functions });
  return api;
}
