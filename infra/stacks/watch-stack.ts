import { Stack, type StackProps } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { Alarm, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { Distribution } from 'aws-cdk-lib/aws-cloudfront';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import type { FunctionRow, QueueName } from '../../functions/manifest/function-row.ts';
import type { WorkQueue } from '../constructs/work-queue.ts';
import type { Stage } from '../stages/stages.ts';
import { jobAlarm } from '../watch/job-alarms.ts';
import { addBudget } from '../watch/budget.ts';
import { browserAlarm } from '../watch/browser-alarms.ts';
import { callAlarms } from '../watch/call-alarms.ts';
import { addDashboard } from '../watch/dashboard.ts';
import { queueAlarms } from '../watch/queue-alarms.ts';
import { edgeAlarm, type Watched } from '../watch/edge-alarm.ts';
import { alarmDescription, type AlarmDefinition, fullId } from '../watch/alarm-definition.ts';
import { alarmName, GLOBAL_REGION } from '../stages/resource-names.ts';

export type WatchStackProps = StackProps & {
  readonly stage: Stage;
  readonly queues: ReadonlyMap<QueueName, WorkQueue>;
  readonly functions: readonly FunctionRow[];
  readonly gateway: HttpApi;
  readonly table: ITable;
  readonly distribution: Distribution;
  readonly liveUpdates: Watched['liveUpdates'];
};

/**
 * Alarms, each saying how people are affected and what to do, a dashboard, and the monthly budget. Functions
 * are referenced by name only: this stack is deployed before theirs, so that the alarms that roll back a
 * version exist.
 */
export class WatchStack extends Stack {
  constructor(scope: Construct, id: string, props: WatchStackProps) {
    super(scope, id, props);
    const { stage } = props;
    const topic = addTopic(this);
    if (stage.alarmEmail) topic.addSubscription(new EmailSubscription(stage.alarmEmail));
    const action = new SnsAction(topic);
    for (const definition of alarmsOf(props)) addAlarm(this, { stage, definition }).addAlarmAction(action);
    addDashboard(this, props);
    addBudget(this, { stage, topic });
  }
}

function alarmsOf(props: WatchStackProps): AlarmDefinition[] {
  const { stage, functions, queues } = props;
  return [
    ...callAlarms(props, stage.name),
    ...queueAlarms(functions, { queues, stageName: stage.name }),
    jobAlarm(stage.name),
    browserAlarm(stage.name),
    ...(stage.region === GLOBAL_REGION ? [edgeAlarm(props)] : []),
  ];
}

function addAlarm(stack: Stack, { stage, definition }: { stage: Stage; definition: AlarmDefinition }): Alarm {
  const { metric, threshold, periods, within = definition.periods } = definition;
  const id = fullId(definition);
  return new Alarm(stack, id, {
    alarmName: alarmName(stage.name, id),
    alarmDescription: alarmDescription(definition),
    metric,
    threshold,
    evaluationPeriods: within,
    datapointsToAlarm: periods,
    comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
    treatMissingData: TreatMissingData.NOT_BREACHING,
  });
}

/** A custom policy replaces SNS's default one, so CloudWatch has to be allowed explicitly. */
function addTopic(stack: Stack): Topic {
  const topic = new Topic(stack, 'Alarms', { enforceSSL: true });
  topic.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
      actions: ['sns:Publish'],
      resources: [topic.topicArn],
      conditions: { StringEquals: { 'aws:SourceAccount': stack.account } },
    }),
  );
  return topic;
}
