import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { Alarm, ComparisonOperator, type IMetric, Stats, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Function as Lambda } from 'aws-cdk-lib/aws-lambda';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import type { FunctionRow, QueueName } from '../../functions/manifest-row.ts';
import type { WorkQueue } from '../constructs/work-queue.ts';
import type { Stage } from '../stages.ts';

export type WatchStackProps = StackProps & {
  readonly stage: Stage;
  readonly queues: ReadonlyMap<QueueName, WorkQueue>;
  readonly workers: ReadonlyMap<FunctionRow, Lambda>;
  readonly gateway: HttpApi;
};

/** What a person notices while the queue stands still. */
const standstill: Readonly<Record<QueueName, string>> = {
  media: 'New photos stay without a preview.',
  videos: 'New videos stay without a preview and do not play.',
  moves: 'Approved photos stay unreadable, or rejected ones readable.',
  deletions: 'Files of deleted events are still there.',
  people: 'What people asked to have deleted is still there, or a guest sees nothing of it in the account.',
  push: 'Nobody is told of new photos, nor owners of what waits for them.',
};

type Watched = {
  readonly metric: IMetric;
  readonly threshold: number;
  readonly periods: number;
  /** What people suffer, and where to look. */
  readonly text: string;
};

/** Alarms, each saying what people suffer. */
export class WatchStack extends Stack {
  readonly #topic: Topic;
  readonly #stage: Stage;

  constructor(scope: Construct, id: string, props: WatchStackProps) {
    super(scope, id, props);
    this.#stage = props.stage;
    this.#topic = addTopic(this);
    const { alarmEmail } = props.stage;
    if (alarmEmail) this.#topic.addSubscription(new EmailSubscription(alarmEmail));
    for (const [name, queue] of props.queues) this.#watchQueue(name, queue);
    for (const [row, lambda] of props.workers) this.#watchWorker(row, lambda);
    this.#watchGateway(props.gateway);
  }

  #watchQueue(name: QueueName, { queue, deadLetters }: WorkQueue): void {
    this.#alarm(`${name}-dead-letters`, {
      metric: deadLetters.metricApproximateNumberOfMessagesVisible({
        period: Duration.minutes(1),
        statistic: Stats.MAXIMUM,
      }),
      threshold: 1,
      periods: 1,
      text: `${standstill[name]} Work failed for good: see the log of the queue's worker, then redrive ${name}-dlq.`,
    });
    this.#alarm(`${name}-age`, {
      metric: queue.metricApproximateAgeOfOldestMessage({
        period: Duration.minutes(5),
        statistic: Stats.MAXIMUM,
      }),
      threshold: 15 * 60,
      periods: 2,
      text: `${standstill[name]} The queue ${name} has not kept up for 15 minutes.`,
    });
  }

  #watchWorker({ id, trigger }: FunctionRow, lambda: Lambda): void {
    this.#alarm(`${id}-errors`, {
      metric: lambda.metricErrors({ period: Duration.minutes(5) }),
      threshold: 5,
      periods: 2,
      text: `Work in the background keeps failing: see the log /gatherlens/${this.#stage.name}/${id}.`,
    });
    if (trigger.kind !== 'stream') return;
    this.#alarm(`${id}-age`, {
      metric: lambda.metric('IteratorAge', { period: Duration.minutes(5), statistic: Stats.MAXIMUM }),
      threshold: 5 * 60_000,
      periods: 2,
      text: `Counts in galleries are minutes old: ${id} lags behind the table's stream.`,
    });
  }

  #watchGateway(gateway: HttpApi): void {
    this.#alarm('calls-failing', {
      metric: gateway.metricServerError({ period: Duration.minutes(5), statistic: Stats.SUM }),
      threshold: 10,
      periods: 1,
      text: `Pages show errors: see 5xx in the log /gatherlens/${this.#stage.name}/gateway.`,
    });
    this.#alarm('calls-slow', {
      metric: gateway.metricLatency({ period: Duration.minutes(5), statistic: Stats.percentile(99) }),
      threshold: 3000,
      periods: 3,
      text: 'Every hundredth call takes more than 3 seconds.',
    });
  }

  #alarm(id: string, { metric, threshold, periods, text }: Watched): void {
    const alarm = new Alarm(this, id, {
      alarmName: `gatherlens-${this.#stage.name}-${id}`,
      alarmDescription: text,
      metric,
      threshold,
      evaluationPeriods: periods,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
    alarm.addAlarmAction(new SnsAction(this.#topic));
  }
}

/** A policy of one's own replaces SNS's default one, so that CloudWatch has to be let in by name. */
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
