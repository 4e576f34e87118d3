import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { atTheEnd } from '../../aws/deadline.ts';
import { lambdaHandler } from '../../aws/lambda-handler.ts';
import { log } from '../../aws/log.ts';
import { queueWorker } from '../../manifest/queues.ts';
import { countFailedJobs } from './failed-jobs.ts';
import { holdWhileWorking, redeliver } from './redelivery.ts';

/** One delivery of a message. */
export type Delivery = {
  readonly body: unknown;
  /** Whether the queue gives up the message if this delivery fails. */
  readonly isLastAttempt: boolean;
  /** Milliseconds left for work, less what the manifest reserves for finishing. */
  readonly remainingMs: () => number;
  /** Whether the rest must be queued for another run. */
  readonly isOverdue: () => boolean;
};

type JobContext = { getRemainingTimeInMillis(): number };

/**
 * Makes a Lambda handler for a queue's messages. A message whose work throws is delivered again, soon at first,
 * and ends up in the dead-letter queue; the other messages of its batch are not affected.
 * @param id as in the manifest, which says how often a message is delivered and how much time is reserved
 * @param queueUrl of the queue that the messages are from
 */
export function job(id: string, queueUrl: () => string, work: (delivery: Delivery) => Promise<void>) {
  const { maxReceiveCount, reserveSeconds } = queueWorker(id);
  return lambdaHandler(async (event: SQSEvent, context: JobContext): Promise<SQSBatchResponse> => {
    const failed: SQSBatchResponse['batchItemFailures'] = [];
    const endMs = Date.now() + context.getRemainingTimeInMillis() - reserveSeconds * 1000;
    const remainingMs = () => endMs - Date.now();
    const held = holdWhileWorking(queueUrl(), event.Records, context.getRemainingTimeInMillis());
    for (const record of event.Records) {
      try {
        await work({
          body: parseRecordBody(record),
          isLastAttempt: Number(record.attributes.ApproximateReceiveCount) >= maxReceiveCount,
          remainingMs,
          isOverdue: () => remainingMs() < 0,
        });
      } catch (error) {
        log.error('job failed', {
          job: id,
          messageId: record.messageId,
          attempt: record.attributes.ApproximateReceiveCount,
          error: error instanceof Error ? error : undefined,
        });
        failed.push({ itemIdentifier: record.messageId });
      }
    }
    countFailedJobs(id, failed.length);
    const ids = new Set(failed.map(({ itemIdentifier }) => itemIdentifier));
    const again = event.Records.filter(({ messageId }) => ids.has(messageId));
    // The later of two changes decides.
    await held;
    await atTheEnd(() => redeliver(queueUrl(), again));
    return { batchItemFailures: failed };
  });
}

function parseRecordBody(record: SQSRecord): unknown {
  return JSON.parse(record.body);
}
