import { Stack } from 'aws-cdk-lib';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import type { Construct } from 'constructs';
import { operatorNoteName } from '../operate/operator-note.ts';
import type { DataStack } from '../stacks/data-stack.ts';
import type { Stage } from '../stages.ts';

/** Tells operators' programs where the stage's table and queues are, whose names CloudFormation chose. */
export function addOperatorNote(scope: Construct, { stage, data }: { stage: Stage; data: DataStack }): void {
  const queues = [...data.queues].map(([name, { queue, deadLetters }]) => [
    name,
    { url: queue.queueUrl, deadLetters: deadLetters.queueUrl },
  ]);
  new StringParameter(scope, 'OperatorNote', {
    parameterName: operatorNoteName(stage),
    description: 'Read by npm run redrive, regenerate and restore',
    stringValue: Stack.of(scope).toJsonString({
      environment: {
        AWS_REGION: stage.region,
        TABLE_NAME: data.table.tableName,
        MEDIA_BUCKET: data.mediaBucket.bucketName,
      },
      queues: Object.fromEntries(queues) as object,
      takesCopy: stage.takesCopy === true,
    }),
  });
}
