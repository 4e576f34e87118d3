import { SendMessageCommand } from '@aws-sdk/client-sqs';
import type { SendTarget } from '../manifest/function-row.ts';
import { sqsClient } from './clients.ts';
import { setting, type SettingName } from './settings.ts';

const urlSetting = {
  media: 'MEDIA_QUEUE_URL',
  'media-dlq': 'MEDIA_DLQ_URL',
  videos: 'VIDEOS_QUEUE_URL',
  moves: 'MOVES_QUEUE_URL',
  deletions: 'DELETIONS_QUEUE_URL',
  people: 'PEOPLE_QUEUE_URL',
  push: 'PUSH_QUEUE_URL',
  archives: 'ARCHIVES_QUEUE_URL',
} as const satisfies Partial<Record<SendTarget, SettingName>>;

/** Sends one message. */
export async function sendMessage(name: keyof typeof urlSetting, body: string): Promise<void> {
  await sqsClient().send(new SendMessageCommand({ QueueUrl: setting(urlSetting[name]), MessageBody: body }));
}

/** The longest that a queue holds a message back. Source: Amazon SQS, `DelaySeconds`. */
export const MAX_DELAY_SECONDS = 900;

/** Sends one message that arrives after a while, at most 15 minutes. */
export async function sendDelayedMessage(
  name: keyof typeof urlSetting,
  message: { body: string; delaySeconds: number },
): Promise<void> {
  await sqsClient().send(
    new SendMessageCommand({
      QueueUrl: setting(urlSetting[name]),
      MessageBody: message.body,
      DelaySeconds: message.delaySeconds,
    }),
  );
}
