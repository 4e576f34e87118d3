import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { log } from '../../aws/log.ts';

/** One delivery of a message. */
export type Delivery = {
  readonly body: unknown;
  /** How often it was delivered, this time included. */
  readonly attempt: number;
  /** When the function must be done, in milliseconds since 1970. */
  readonly deadlineMs: number;
};

type JobContext = { getRemainingTimeInMillis(): number };

/**
 * Makes a Lambda handler of a queue's work. What throws is delivered again and ends in the dead-letter queue;
 * the batch's other messages are not touched by it.
 */
export function job(id: string, work: (delivery: Delivery) => Promise<void>) {
  return async (event: SQSEvent, context: JobContext): Promise<SQSBatchResponse> => {
    const failed: SQSBatchResponse['batchItemFailures'] = [];
    for (const record of event.Records) {
      try {
        await work({
          body: readBody(record),
          attempt: Number(record.attributes.ApproximateReceiveCount),
          deadlineMs: Date.now() + context.getRemainingTimeInMillis(),
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
    return { batchItemFailures: failed };
  };
}

function readBody(record: SQSRecord): unknown {
  return JSON.parse(record.body);
}
