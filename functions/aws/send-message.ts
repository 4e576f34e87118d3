import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { sqsClient } from './clients.ts';

export async function sendMessage(queueUrl: string, body: string): Promise<void> {
  await sqsClient().send(new SendMessageCommand({ QueueUrl: queueUrl, MessageBody: body }));
}

/** The longest that a queue holds a message back. Source: Amazon SQS, `DelaySeconds`. */
export const MAX_DELAY_SECONDS = 900;

/** Sends one message that arrives after a delay, of at most `MAX_DELAY_SECONDS`. */
export async function sendDelayedMessage(
  queueUrl: string,
  message: { body: string; delaySeconds: number },
): Promise<void> {
  await sqsClient().send(
    new SendMessageCommand({
      QueueUrl: queueUrl,
      MessageBody: message.body,
      DelaySeconds: message.delaySeconds,
    }),
  );
}
