import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { HttpApi, HttpMethod, HttpRoute, HttpRouteKey } from 'aws-cdk-lib/aws-apigatewayv2';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import { gatewayKeysOf } from '../../functions/manifest/call-row.ts';
import type { FunctionRow } from '../../functions/manifest/function-row.ts';
import { type LiveFunction, addGradualDeployments } from '../constructs/gradual-deployment.ts';
import { addLiveAlias } from '../constructs/live-alias.ts';
import { LiveIntegrations } from '../constructs/live-integration.ts';
import { addFunction, type FunctionContext } from '../constructs/manifest-function.ts';
import { addLogGroup } from '../constructs/log-group.ts';
import { addOriginAuthorizer } from '../constructs/origin-authorizer.ts';
import { rollbackAlarmIds } from '../watch/rollback-alarms.ts';

export type ApiStackProps = StackProps & {
  readonly functions: readonly FunctionRow[];
  readonly parts: FunctionContext;
  readonly gateway: HttpApi;
  readonly originSecret: ISecret;
};

/** One Lambda for each row of the manifest that answers requests, and its route; a page's has two. */
export class ApiStack extends Stack {
  constructor(scope: Construct, id: string, props: ApiStackProps) {
    super(scope, id, props);
    // Imported: routes and the gate would otherwise land in the gateway's own stack.
    const httpApi = HttpApi.fromHttpApiAttributes(this, 'Gateway', {
      httpApiId: props.gateway.apiId,
      apiEndpoint: props.gateway.apiEndpoint,
    });
    const { stage } = props.parts;
    const originAuthorizer = addOriginAuthorizer(this, { stage, originSecret: props.originSecret });
    const liveFunctions: LiveFunction[] = [
      { id: 'origin-gate', alias: originAuthorizer.live, alarmIds: ['calls-failing'] },
    ];
    const caller = new LiveIntegrations(this);
    for (const row of props.functions) {
      const [first, ...others] = routeKeysOf(row);
      if (!first) continue;
      const lambda = addFunction(this, row, { ...props.parts, log: addLogGroup(this, row.id, stage) });
      const live = addLiveAlias(lambda);
      liveFunctions.push({ id: row.id, alias: live, alarmIds: rollbackAlarmIds(row) });
      const timeout = Duration.seconds(row.timeoutSeconds);
      const integration = caller.integration(`${row.id}-integration`, { live, timeout });
      const addRoute = (id: string, routeKey: HttpRouteKey) =>
        new HttpRoute(this, id, { httpApi, routeKey, integration, authorizer: originAuthorizer.authorizer });
      addRoute(`${row.id}-route`, first);
      for (const key of others) addRoute(`${row.id}-${key.method?.toLowerCase()}-route`, key);
    }
    addGradualDeployments(this, { stage, liveFunctions });
  }
}

function routeKeysOf(row: FunctionRow): HttpRouteKey[] {
  if (row.trigger.kind === 'unmatched') return [HttpRouteKey.DEFAULT];
  return gatewayKeysOf(row).map(({ method, path }) => HttpRouteKey.with(path, HttpMethod[method]));
}
