import { GetParameterCommand, ParameterNotFound, SSMClient } from '@aws-sdk/client-ssm';
import { mockClient } from 'aws-sdk-client-mock';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { queues } from '../../functions/manifest/queues.ts';
import { openStage } from '../../infra/operate/running-stage.ts';
import { stages } from '../../infra/stages/stages.ts';
import { find, one, properties, ref } from './read-template.ts';
import { synthesizedAsIs } from './synthesized-templates.ts';

const synthesized = synthesizedAsIs(stages.staging);
const ssm = mockClient(SSMClient);
const kept = { ...process.env };

beforeEach(() => ssm.reset());
afterEach(() => {
  process.env = { ...kept };
});

it('a deployed stage tells operators where its table and queues are', async () => {
  const stageInfo = properties(synthesized, one(synthesized, 'AWS::SSM::Parameter'));
  expect(stageInfo).toMatchObject({ Name: '/gatherlens/staging/operator-note', Type: 'String' });
  ssm.on(GetParameterCommand, { Name: '/gatherlens/staging/operator-note' }).resolves({
    Parameter: { Value: stageInfo['Value'] as string },
  });

  const running = await openStage('staging');
  expect(Object.keys(running.queues).toSorted()).toEqual(queues.map(({ name }) => name).toSorted());
  const urls = Object.values(running.queues).flatMap(({ url, deadLetters }) => [url, deadLetters]);
  const refs = find(synthesized, 'AWS::SQS::Queue').map(ref);
  expect(urls.toSorted()).toEqual(refs.toSorted());
  for (const [name, { url, deadLetters }] of Object.entries(running.queues)) {
    expect([url, deadLetters]).toEqual([
      expect.stringMatching(new RegExp(`${name}[0-9A-F]{8}`)),
      expect.stringMatching(new RegExp(`${name}dlq[0-9A-F]{8}`)),
    ]);
  }
  expect(process.env['TABLE_NAME']).toBe(ref(one(synthesized, 'AWS::DynamoDB::Table')));
  expect(process.env['MEDIA_BUCKET']).toBe(ref(one(synthesized, 'AWS::S3::Bucket', 'MediaBucket')));
  expect(running.isRestoreTarget).toBe(false);
  expect(process.env['AWS_REGION']).toBe('us-east-1');
});

it('a stage that is not deployed, or does not run here, is reported in one sentence', async () => {
  ssm.on(GetParameterCommand).rejects(new ParameterNotFound({ message: 'no', $metadata: {} }));
  await expect(openStage('dev')).rejects.toThrow(
    'dev is not deployed here: there is no parameter /gatherlens/dev/operator-note.',
  );
  await expect(openStage('nowhere')).rejects.toThrow(/choose one of dev, staging, prod/);
  process.env['DATA_DIR'] = '/nowhere';
  await expect(openStage('local')).rejects.toThrow(/^Nothing runs with this DATA_DIR/);
});
