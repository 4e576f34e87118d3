import { Stack, type StackProps } from 'aws-cdk-lib';
import type { Role } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import type { RequestRow } from '../../functions/manifest/function-row.ts';
import type { Noun } from '../../functions/manifest/nouns.ts';
import { addGatewayRole } from '../constructs/gateway-role.ts';
import { type LiveFunction, addGradualDeployments } from '../constructs/gradual-deployment.ts';
import { addLiveAlias } from '../constructs/live-alias.ts';
import { addLogGroup } from '../constructs/log-group.ts';
import { addFunction, type FunctionContext } from '../constructs/manifest-function.ts';
import { functionName } from '../stages/resource-names.ts';
import { rollbackAlarmIds } from '../watch/rollback-alarms.ts';

export type CallsStackProps = StackProps & {
  readonly noun: Noun;
  readonly rows: readonly RequestRow[];
  readonly parts: FunctionContext;
};

/**
 * The Lambdas behind the calls of one noun, and the gateway's right to call them. Their routes are in the
 * stack `api`, which knows them by name: a route cannot be created in one stack while another still has it,
 * and a name, unlike an import, locks neither stack.
 */
export class CallsStack extends Stack {
  readonly gatewayRole: Role;

  constructor(scope: Construct, id: string, props: CallsStackProps) {
    super(scope, id, props);
    const { noun, rows, parts } = props;
    const { stage } = parts;
    const log = addLogGroup(this, noun, stage);
    const liveFunctions: LiveFunction[] = rows.map((row) => {
      const lambda = addFunction(this, row, {
        ...parts,
        log,
        functionName: functionName(stage.name, row.id),
      });
      return { id: row.id, alias: addLiveAlias(lambda), alarmIds: rollbackAlarmIds(row) };
    });
    this.gatewayRole = addGatewayRole(
      this,
      liveFunctions.map(({ alias }) => alias),
    );
    addGradualDeployments(this, { stage, liveFunctions });
  }
}
