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
import type { Stage } from '../stages/stages.ts';
import { ORIGIN_SECRET_HEADER } from './cloudfront-behaviours.ts';
import { addLiveAlias } from './live-alias.ts';
import { addLogGroup } from './log-group.ts';
import { addFunctionRole, versionOptions } from './manifest-function.ts';

/** Refuses calls that did not come through CloudFront; see `origin-authorizer.cjs`. */
export function addOriginAuthorizer(
  scope: Construct,
  { stage, originSecret }: { stage: Stage; originSecret: ISecret },
): { authorizer: HttpLambdaAuthorizer; live: Alias } {
  const readSecret = new PolicyStatement({
    actions: ['secretsmanager:GetSecretValue'],
    resources: [originSecret.secretArn],
  });
  const log = addLogGroup(scope, 'origin-gate', stage);
  const role = addFunctionRole(scope, 'origin-gate', { log, statements: [readSecret] });
  const authorizerFunction = new Lambda(scope, 'origin-gate', {
    description: 'Lets only CloudFront call the API',
    runtime: Runtime.NODEJS_24_X,
    architecture: Architecture.ARM_64,
    handler: 'index.handler',
    code: Code.fromInline(readFileSync(new URL('./origin-authorizer.cjs', import.meta.url), 'utf8')),
    memorySize: 256,
    timeout: Duration.seconds(5),
    environment: { ORIGIN_SECRET_ARN: originSecret.secretArn },
    role,
    logGroup: log,
    loggingFormat: LoggingFormat.JSON,
    currentVersionOptions: versionOptions(stage),
  });
  const live = addLiveAlias(authorizerFunction);
  const authorizer = new HttpLambdaAuthorizer('origin-gate-authorizer', live, {
    identitySource: [`$request.header.${ORIGIN_SECRET_HEADER}`],
    responseTypes: [HttpLambdaResponseType.SIMPLE],
    resultsCacheTtl: Duration.hours(1),
  });
  return { authorizer, live };
}
