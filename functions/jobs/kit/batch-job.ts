import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { atTheEnd } from '../../aws/deadline.ts';
import { lambdaHandler } from '../../aws/lambda-handler.ts';
import { log } from '../../aws/log.ts';
import { mapConcurrent } from '../../aws/map-concurrent.ts';
import { countFailedJobs } from './failed-jobs.ts';
import { redeliver } from './redelivery.ts';

/** How many subjects a run works on at a time. */
const CONCURRENT = 8;

type BatchWork = {
  /** What a message is about. */
  readonly subjectsOf: (body: unknown) => readonly string[];
  readonly work: (subject: string) => Promise<void>;
};

/**
 * Makes a Lambda handler for a queue with many messages about the same things: each subject of a batch is worked on once. If
 * that throws, all messages about it are delivered again. They are not hidden for longer meanwhile, as those of `job()` are:
 * the work is short.
 */
export function batchJob(id: string, queueUrl: () => string, { subjectsOf, work }: BatchWork) {
  return lambdaHandler(async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
    const failed = new Set<SQSRecord>();
    const messages = new Map<string, SQSRecord[]>();
    const fail = (records: readonly SQSRecord[], error: unknown): void => {
      for (const record of records) failed.add(record);
      const messageIds = records.slice(0, 10).map(({ messageId }) => messageId);
      log.error('job failed', { job: id, messageIds, error: error instanceof Error ? error : undefined });
    };
    for (const record of Records) {
      try {
        for (const subject of subjectsOf(JSON.parse(record.body))) {
          const about = messages.get(subject) ?? [];
          about.push(record);
          messages.set(subject, about);
        }
      } catch (error) {
        fail([record], error);
      }
    }
    await mapConcurrent(messages, CONCURRENT, async ([subject, records]) => {
      try {
        await work(subject);
      } catch (error) {
        fail(records, error);
      }
    });
    countFailedJobs(id, failed.size);
    await atTheEnd(() => redeliver(queueUrl(), [...failed]));
    return { batchItemFailures: [...failed].map(({ messageId }) => ({ itemIdentifier: messageId })) };
  });
}
