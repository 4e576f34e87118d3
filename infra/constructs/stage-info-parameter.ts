import { Stack } from 'aws-cdk-lib';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import type { Construct } from 'constructs';
import { stageInfoParameter } from '../stages/stage-info.ts';
import type { Stage } from '../stages/stages.ts';
import type { DataResources } from './data-resources.ts';

export type StageInfoParts = {
  readonly stage: Stage;
  readonly data: DataResources;
  /** Fingerprints of the media keys. */
  readonly mediaKeys: readonly string[];
};

/**
 * Tells operators' programs the names of table, bucket and queues, which CloudFormation chose, and which media keys are
 * deployed.
 */
export function addStageInfo(scope: Construct, { stage, data, mediaKeys }: StageInfoParts): void {
  const queues = [...data.queues].map(([name, { queue, deadLetters }]) => [
    name,
    { url: queue.queueUrl, deadLetters: deadLetters.queueUrl },
  ]);
  new StringParameter(scope, 'OperatorNote', {
    parameterName: stageInfoParameter(stage),
    description: 'Read by npm run redrive, regenerate, restore and secrets',
    stringValue: Stack.of(scope).toJsonString({
      environment: {
        AWS_REGION: stage.region,
        TABLE_NAME: data.table.tableName,
        MEDIA_BUCKET: data.mediaBucket.bucketName,
      },
      queues: Object.fromEntries(queues) as object,
      takesCopy: stage.isRestoreTarget === true,
      mediaKeys,
    }),
  });
}
