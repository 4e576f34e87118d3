import type { SQSRecord } from 'aws-lambda';
import { changeVisibility } from '../../aws/message-visibility.ts';
import { HOLD_MARGIN_SECONDS, REDELIVERY_SECONDS } from '../../manifest/queues.ts';

/**
 * Hides messages for as long as this run may take. The queue's own time-out is six times as long, so that the
 * poller can try a throttled call again; from here on it would only delay the messages of a killed worker.
 */
export function holdWhileWorking(
  queueUrl: string,
  records: readonly SQSRecord[],
  remainingMs: number,
): Promise<void> {
  const seconds = Math.ceil(remainingMs / 1000) + HOLD_MARGIN_SECONDS;
  return changeVisibility(
    queueUrl,
    records.map(({ receiptHandle }) => ({ receiptHandle, seconds })),
  );
}

/**
 * Makes the queue deliver failed messages again, each after a random delay that can grow with every attempt, so that
 * messages that failed together do not return together. After its last attempt a message goes to the dead-letter queue
 * at once. Source: AWS Architecture Blog, "Exponential Backoff And Jitter" (full jitter).
 */
export function redeliver(queueUrl: string, failed: readonly SQSRecord[]): Promise<void> {
  return changeVisibility(
    queueUrl,
    failed.map(({ receiptHandle, attributes }) => {
      const longest = REDELIVERY_SECONDS[Number(attributes.ApproximateReceiveCount) - 1] ?? 0;
      return { receiptHandle, seconds: Math.round(Math.random() * longest) };
    }),
  );
}
