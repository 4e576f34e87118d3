import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { HttpApi, HttpMethod, HttpRoute, HttpRouteKey } from 'aws-cdk-lib/aws-apigatewayv2';
import type { IRole } from 'aws-cdk-lib/aws-iam';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import { gatewayKeysOf } from '../../functions/manifest/call-row.ts';
import type { RequestRow } from '../../functions/manifest/function-row.ts';
import type { Noun } from '../../functions/manifest/nouns.ts';
import { addGradualDeployments } from '../constructs/gradual-deployment.ts';
import { LiveIntegration } from '../constructs/live-integration.ts';
import { addOriginAuthorizer } from '../constructs/origin-authorizer.ts';
import { functionName } from '../stages/resource-names.ts';
import type { Stage } from '../stages/stages.ts';

export type ApiStackProps = StackProps & {
  readonly stage: Stage;
  readonly rows: readonly RequestRow[];
  /** The role in which the gateway calls the functions of a noun. */
  readonly gatewayRoles: Readonly<Record<Noun, IRole>>;
  readonly gateway: HttpApi;
  readonly originSecret: ISecret;
};

/** A route for each row that answers requests, two for a page, and the authorizer of all of them. */
export class ApiStack extends Stack {
  constructor(scope: Construct, id: string, props: ApiStackProps) {
    super(scope, id, props);
    // Imported: otherwise routes and the authorizer would land in the gateway's own stack.
    const httpApi = HttpApi.fromHttpApiAttributes(this, 'Gateway', {
      httpApiId: props.gateway.apiId,
      apiEndpoint: props.gateway.apiEndpoint,
    });
    const { stage, gatewayRoles } = props;
    const { authorizer, live } = addOriginAuthorizer(this, { stage, originSecret: props.originSecret });
    for (const row of props.rows) {
      const integration = new LiveIntegration(`${row.id}-integration`, {
        functionName: functionName(stage.name, row.id),
        role: gatewayRoles[row.noun],
        timeout: Duration.seconds(row.timeoutSeconds),
      });
      for (const [at, routeKey] of routeKeysOf(row).entries()) {
        const also = at === 0 ? '' : `-${routeKey.method?.toLowerCase()}`;
        new HttpRoute(this, `${row.id}${also}-route`, { httpApi, routeKey, integration, authorizer });
      }
    }
    const liveFunctions = [{ id: 'origin-gate', alias: live, alarmIds: ['calls-failing'] }];
    addGradualDeployments(this, { stage, liveFunctions });
  }
}

function routeKeysOf(row: RequestRow): HttpRouteKey[] {
  if (row.trigger.kind === 'unmatched') return [HttpRouteKey.DEFAULT];
  return gatewayKeysOf(row).map(({ method, path }) => HttpRouteKey.with(path, HttpMethod[method]));
}
