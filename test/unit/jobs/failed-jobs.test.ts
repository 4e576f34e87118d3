import { ChangeMessageVisibilityBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { DynamoDBRecord } from 'aws-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { log } from '../../../functions/aws/log.ts';
import { handler as dispatchChanges } from '../../../functions/jobs/dispatch-changes.ts';
import { job } from '../../../functions/jobs/kit/job.ts';
import { scheduledJob } from '../../../functions/jobs/kit/scheduled-job.ts';
import { delivery, lambda } from '../../fixtures/media-world.ts';

// What Lambda counts as a success, and what throws: a failure is counted by its function, and nothing else is.

type Line = {
  FailedJobs: number;
  function: string;
  _aws: { CloudWatchMetrics: [{ Dimensions: string[][] }] };
};
const lines: Line[] = [];
const queue = mockClient(SQSClient);

beforeEach(() => {
  queue.reset();
  queue.on(ChangeMessageVisibilityBatchCommand).resolves({});
  Object.assign(process.env, { STAGE: 'dev', POWERTOOLS_DEV: 'true', POWERTOOLS_METRICS_DISABLED: 'false' });
  log.setLogLevel('SILENT');
  vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(JSON.parse(line)));
});
afterEach(() => {
  vi.restoreAllMocks();
  process.env['POWERTOOLS_METRICS_DISABLED'] = 'true';
  lines.length = 0;
});

const batch = (...bodies: string[]) => ({
  Records: bodies.flatMap((body) => delivery(JSON.stringify(body)).Records),
});

const counted = () => lines.map(({ FailedJobs, function: id }) => [id, FailedJobs]);

it('of a batch, the messages that failed', async () => {
  const work = job(
    'reconcile-files',
    () => 'moves',
    ({ body }) => (body === 'good' ? Promise.resolve() : Promise.reject(new Error('no'))),
  );
  expect((await work(batch('bad', 'good', 'bad'), lambda)).batchItemFailures).toHaveLength(2);
  expect(counted()).toEqual([['reconcile-files', 2]]);
  expect(lines[0]?._aws.CloudWatchMetrics[0].Dimensions).toEqual([['service', 'function']]);
  await work(batch('good'), lambda);
  expect(lines).toHaveLength(1);
});

it('of the stream, each batch that stops at a record', async () => {
  const record = {
    dynamodb: { SequenceNumber: '7', Keys: { pk: { X: 'odd' } } },
  } as unknown as DynamoDBRecord;
  expect(await dispatchChanges({ Records: [record] })).toEqual({
    batchItemFailures: [{ itemIdentifier: '7' }],
  });
  expect(counted()).toEqual([['dispatch-changes', 1]]);
});

it('of a schedule, a run that throws, which Lambda then repeats', async () => {
  const run = scheduledJob('reconcile-payments', () => Promise.reject(new Error('no')));
  await expect(run()).rejects.toThrow('no');
  expect(counted()).toEqual([['reconcile-payments', 1]]);
});

it('of a schedule, each item that the run leaves undone', async () => {
  const run = scheduledJob('repair-media', async (_event, attempt) => [
    await attempt({ message: 'failed' }, () => Promise.reject(new Error('no'))),
    await attempt({ message: 'failed' }, () => Promise.resolve()),
  ]);
  expect(await run()).toEqual([false, true]);
  expect(counted()).toEqual([['repair-media', 1]]);
});
