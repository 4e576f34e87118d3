import { Duration } from 'aws-cdk-lib';
import { HttpLambdaAuthorizer, HttpLambdaResponseType } from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import {
  type Alias,
  Architecture,
  Code,
  Function as Lambda,
  LoggingFormat,
  Runtime,
} from 'aws-cdk-lib/aws-lambda';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import { readFileSync } from 'node:fs';
import type { Stage } from '../stages.ts';
import { ORIGIN_SECRET_HEADER } from './behaviours.ts';
import { addLive } from './live-alias.ts';
import { addLogAndRole, versionOptions } from './manifest-function.ts';

/** Refuses calls that do not come through CloudFront; see `origin-gate.cjs`. */
export function addOriginGate(
  scope: Construct,
  { stage, originSecret }: { stage: Stage; originSecret: ISecret },
): { authorizer: HttpLambdaAuthorizer; live: Alias } {
  const readSecret = new PolicyStatement({
    actions: ['secretsmanager:GetSecretValue'],
    resources: [originSecret.secretArn],
  });
  const { log, role } = addLogAndRole(scope, 'origin-gate', { stage, statements: [readSecret] });
  const gate = new Lambda(scope, 'origin-gate', {
    description: 'Lets only CloudFront call the API',
    runtime: Runtime.NODEJS_24_X,
    architecture: Architecture.ARM_64,
    handler: 'index.handler',
    code: Code.fromInline(readFileSync(new URL('./origin-gate.cjs', import.meta.url), 'utf8')),
    memorySize: 256,
    timeout: Duration.seconds(5),
    environment: { ORIGIN_SECRET_ARN: originSecret.secretArn },
    role,
    logGroup: log,
    loggingFormat: LoggingFormat.JSON,
    currentVersionOptions: versionOptions(stage),
  });
  const live = addLive(gate);
  const authorizer = new HttpLambdaAuthorizer('origin-gate-authorizer', live, {
    identitySource: [`$request.header.${ORIGIN_SECRET_HEADER}`],
    responseTypes: [HttpLambdaResponseType.SIMPLE],
    resultsCacheTtl: Duration.hours(1),
  });
  return { authorizer, live };
}
