import { RemovalPolicy } from 'aws-cdk-lib';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { logName } from '../stages/resource-names.ts';
import type { Stage } from '../stages/stages.ts';

const retention: Readonly<Record<Stage['logDays'], RetentionDays>> = {
  7: RetentionDays.ONE_WEEK,
  30: RetentionDays.ONE_MONTH,
  90: RetentionDays.THREE_MONTHS,
};

/** The log group `/gatherlens/{stage}/{name}`, with the stage's retention. */
export function addLogGroup(scope: Construct, name: string, stage: Stage): LogGroup {
  return new LogGroup(scope, `${name}-log`, {
    logGroupName: logName(stage.name, name),
    retention: retention[stage.logDays],
    removalPolicy: RemovalPolicy.DESTROY,
  });
}
