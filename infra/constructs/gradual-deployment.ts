import { ArnFormat, Stack } from 'aws-cdk-lib';
import { Alarm, type IAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { type IRole, PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Alias } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { Stage } from '../stages/stages.ts';
import { alarmName } from '../stages/resource-names.ts';

/** A function's live alias, and the alarms that roll back a new version of it. */
export type LiveFunction = {
  readonly id: string;
  readonly alias: Alias;
  readonly alarmIds: readonly string[];
};

/**
 * Unless the stage rolls out at once, a new version gets a tenth of the calls for ten minutes, which is two
 * periods of its alarms, and then all of them. An alarm that rings meanwhile gives the calls back to the
 * previous version and fails the deployment. Alarms are referenced by name; their stack comes first.
 */
export function addGradualDeployments(
  scope: Construct,
  { stage, liveFunctions }: { stage: Stage; liveFunctions: readonly LiveFunction[] },
) {
  if (stage.rollout === 'at-once' || liveFunctions.length === 0) return;
  const application = new LambdaApplication(scope, 'Releases');
  const role = addShiftingRole(scope, { stage, liveFunctions });
  for (const { id, alias, alarmIds } of liveFunctions) {
    new LambdaDeploymentGroup(scope, `${id}-shift`, {
      application,
      alias,
      role,
      deploymentConfig: LambdaDeploymentConfig.CANARY_10PERCENT_10MINUTES,
      alarms: alarmIds.map((alarmId) => namedAlarm(scope, alarmName(stage.name, alarmId))),
      autoRollback: { deploymentInAlarm: true, failedDeployment: true, stoppedDeployment: true },
    });
  }
}

function namedAlarm(scope: Construct, name: string): IAlarm {
  const known = scope.node.tryFindChild(name) as IAlarm | undefined;
  return known ?? Alarm.fromAlarmName(scope, name, name);
}

/**
 * One role shifts all aliases of the stack. Source of the actions: AWS managed policy
 * AWSCodeDeployRoleForLambdaLimited, less the rights to files and hooks, which are not used. The asterisk
 * covers the alias after a function's name.
 */
function addShiftingRole(
  scope: Construct,
  { stage, liveFunctions }: { stage: Stage; liveFunctions: readonly LiveFunction[] },
): IRole {
  const alarms = Stack.of(scope).formatArn({
    service: 'cloudwatch',
    resource: 'alarm',
    resourceName: alarmName(stage.name, '*'),
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });
  const statements = [
    new PolicyStatement({
      actions: ['lambda:UpdateAlias', 'lambda:GetAlias', 'lambda:GetProvisionedConcurrencyConfig'],
      resources: liveFunctions.map(({ alias }) => `${alias.lambda.functionArn}*`),
    }),
    new PolicyStatement({ actions: ['cloudwatch:DescribeAlarms'], resources: [alarms] }),
  ];
  const role = new Role(scope, 'shifting-role', {
    assumedBy: new ServicePrincipal('codedeploy.amazonaws.com'),
    inlinePolicies: { shifting: new PolicyDocument({ statements }) },
  });
  // The library would add a managed policy for every function of the account.
  return role.withoutPolicyUpdates();
}
