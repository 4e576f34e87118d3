import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { sqsClient } from './clients.ts';

/**
 * `group`: for whom the work is done, an event or a person. While one group has more work than its share, SQS
 * delivers the messages of others first. Source: Amazon SQS Developer Guide, "Amazon SQS fair queues".
 */
type Message = { readonly body: string; readonly group: string };

export async function sendMessage(queueUrl: string, { body, group }: Message): Promise<void> {
  await sqsClient().send(
    new SendMessageCommand({ QueueUrl: queueUrl, MessageBody: body, MessageGroupId: group }),
  );
}

/** The longest that a queue holds a message back. Source: Amazon SQS, `DelaySeconds`. */
export const MAX_DELAY_SECONDS = 900;

/** Sends one message that arrives after a delay, of at most `MAX_DELAY_SECONDS`. */
export async function sendDelayedMessage(
  queueUrl: string,
  message: Message & { readonly delaySeconds: number },
): Promise<void> {
  await sqsClient().send(
    new SendMessageCommand({
      QueueUrl: queueUrl,
      MessageBody: message.body,
      MessageGroupId: message.group,
      DelaySeconds: message.delaySeconds,
    }),
  );
}
