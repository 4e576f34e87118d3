import { ChangeMessageVisibilityBatchCommand } from '@aws-sdk/client-sqs';
import { sqsClient } from './clients.ts';
import { log } from './log.ts';

/** Hides a received message for so many seconds from now. */
export type VisibilityChange = { readonly receiptHandle: string; readonly seconds: number };

/**
 * Changes when messages are delivered again. That it fails is only logged: then they come again
 * when the time that they are hidden for already ends.
 */
export async function changeVisibility(
  queueUrl: string,
  changes: readonly VisibilityChange[],
): Promise<void> {
  for (let start = 0; start < changes.length; start += 10)
    await changeTen(queueUrl, changes.slice(start, start + 10));
}

async function changeTen(queueUrl: string, changes: readonly VisibilityChange[]): Promise<void> {
  const Entries = changes.map(({ receiptHandle, seconds }, at) => ({
    Id: String(at),
    ReceiptHandle: receiptHandle,
    VisibilityTimeout: seconds,
  }));
  try {
    const { Failed = [] } = await sqsClient().send(
      new ChangeMessageVisibilityBatchCommand({ QueueUrl: queueUrl, Entries }),
    );
    if (Failed.length > 0) log.warn('visibility not changed', { codes: Failed.map(({ Code }) => Code) });
  } catch (error) {
    log.warn('visibility not changed', { error: error instanceof Error ? error : undefined });
  }
}
