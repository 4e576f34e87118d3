import { Duration } from 'aws-cdk-lib';
import { Rule, RuleTargetInput, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { CfnEventSourceMapping, type IAlias } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { FunctionRow, Trigger } from '../../functions/manifest/function-row.ts';
import type { DataResources } from './data-resources.ts';

/**
 * Never change this, whatever the function is called: under a new id CloudFormation would make a new mapping,
 * which would dispatch and notify of the last 24 hours of changes a second time.
 */
const STREAM_TRIGGER_ID = 'follow-table-trigger';

type Sources = Pick<DataResources, 'table' | 'queue' | 'target'>;
type TriggerOf<K extends Trigger['kind']> = Extract<Trigger, { kind: K }>;

/** What Lambda's poller needs to call a function with this trigger, and a worker to say when it is called again. */
export function triggerStatements(trigger: Trigger, sources: Sources): PolicyStatement[] {
  switch (trigger.kind) {
    case 'queue':
      return [queueReads(sources.queue(trigger.queue).queue.queueArn)];
    case 'stream':
      return [...streamReads(sources), sendFailed(trigger, sources)];
    case 'http':
    case 'unmatched':
    case 'page':
    case 'schedule':
    case 'authorizer':
      return [];
    default:
      return trigger satisfies never;
  }
}

function queueReads(queueArn: string): PolicyStatement {
  return new PolicyStatement({
    actions: [
      'sqs:ReceiveMessage',
      'sqs:DeleteMessage',
      'sqs:GetQueueAttributes',
      'sqs:ChangeMessageVisibility',
    ],
    resources: [queueArn],
  });
}

function streamReads({ table }: Sources): PolicyStatement[] {
  return [
    new PolicyStatement({
      actions: ['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator'],
      resources: [streamArn(table)],
    }),
    // ListStreams is what finds the stream's name, so it can only be limited to the table.
    new PolicyStatement({ actions: ['dynamodb:ListStreams'], resources: [`${table.tableArn}/stream/*`] }),
  ];
}

function sendFailed({ onFailure }: TriggerOf<'stream'>, sources: Sources): PolicyStatement {
  return new PolicyStatement({
    actions: ['sqs:SendMessage'],
    resources: [sources.target(onFailure).queueArn],
  });
}

function streamArn(table: Sources['table']): string {
  if (!table.tableStreamArn) throw new Error('The table has no stream.');
  return table.tableStreamArn;
}

/** Lets the row's trigger call its function. The API stack makes the routes of rows that answer requests. */
export function addTrigger(
  scope: Construct,
  { id, trigger }: Pick<FunctionRow, 'id' | 'trigger'>,
  { live, sources }: { live: IAlias; sources: Sources },
): void {
  const mapping = { functionName: live.functionArn, functionResponseTypes: ['ReportBatchItemFailures'] };
  switch (trigger.kind) {
    case 'queue':
      new CfnEventSourceMapping(scope, `${id}-trigger`, {
        ...mapping,
        eventSourceArn: sources.queue(trigger.queue).queue.queueArn,
        batchSize: trigger.batchSize,
        ...(trigger.batchingSeconds && { maximumBatchingWindowInSeconds: trigger.batchingSeconds }),
        ...(trigger.maxConcurrency && { scalingConfig: { maximumConcurrency: trigger.maxConcurrency } }),
      });
      return;
    case 'stream':
      new CfnEventSourceMapping(scope, STREAM_TRIGGER_ID, {
        ...mapping,
        eventSourceArn: streamArn(sources.table),
        startingPosition: 'TRIM_HORIZON',
        batchSize: trigger.batchSize,
        maximumRetryAttempts: trigger.maxRetryAttempts,
        // One bad record must not fail its neighbours.
        bisectBatchOnFunctionError: true,
        destinationConfig: {
          onFailure: { destination: sources.target(trigger.onFailure).queueArn },
        },
      });
      return;
    case 'schedule':
      new Rule(scope, `${id}-trigger`, {
        schedule: Schedule.rate(Duration.minutes(trigger.rateMinutes)),
        targets: [
          new LambdaFunction(live, {
            retryAttempts: 2,
            ...(trigger.input && { event: RuleTargetInput.fromObject(trigger.input) }),
          }),
        ],
      });
      return;
    case 'http':
    case 'unmatched':
    case 'page':
    case 'authorizer':
      return;
    default:
      trigger satisfies never;
  }
}
