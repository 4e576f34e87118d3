import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { HttpApi, HttpMethod, HttpRoute, HttpRouteKey } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import type { FunctionRow } from '../../functions/manifest-row.ts';
import { addFunction, type FunctionParts } from '../constructs/manifest-function.ts';
import { addOriginGate } from '../constructs/origin-gate.ts';

export type ApiStackProps = StackProps & {
  readonly functions: readonly FunctionRow[];
  readonly parts: FunctionParts;
  readonly gateway: HttpApi;
  readonly originSecret: ISecret;
};

/** One route and one Lambda for each HTTP row of the manifest. */
export class ApiStack extends Stack {
  constructor(scope: Construct, id: string, props: ApiStackProps) {
    super(scope, id, props);
    // Imported: routes and the gate would otherwise land in the gateway's own stack.
    const httpApi = HttpApi.fromHttpApiAttributes(this, 'Gateway', {
      httpApiId: props.gateway.apiId,
      apiEndpoint: props.gateway.apiEndpoint,
    });
    const authorizer = addOriginGate(this, { stage: props.parts.stage, originSecret: props.originSecret });
    for (const row of props.functions) {
      if (row.trigger.kind !== 'http') continue;
      const { method, path } = row.trigger.endpoint;
      new HttpRoute(this, `${row.id}-route`, {
        httpApi,
        routeKey: HttpRouteKey.with(path, HttpMethod[method]),
        integration: new HttpLambdaIntegration(`${row.id}-integration`, addFunction(this, row, props.parts), {
          timeout: Duration.seconds(row.timeoutSeconds),
        }),
        authorizer,
      });
    }
  }
}
