import { ArnFormat, Stack } from 'aws-cdk-lib';
import { Alarm, type IAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { type IRole, PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Alias } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { Stage } from '../stages/stages.ts';
import { alarmName } from '../stages/resource-names.ts';

/** What is called under a name, and the alarms that take its next version back. */
export type LiveFunction = {
  readonly id: string;
  readonly alias: Alias;
  readonly alarmIds: readonly string[];
};

/**
 * Where the stage wants it, a new version gets a tenth of the calls for ten minutes, which is two periods of its alarms,
 * and then all of them; an alarm that rings meanwhile gives them back to the version before and fails the deployment.
 * The alarms are known by name, and their stack comes before this one.
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
 * One role moves all aliases of the stack. Source of the actions: AWS managed policy AWSCodeDeployRoleForLambdaLimited,
 * less its files and hooks, of which there are none. The asterisk is the alias behind a function's name.
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
  // The library would add a managed policy that is for every function of the account.
  return role.withoutPolicyUpdates();
}
