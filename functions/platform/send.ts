import { SendMessageCommand } from '@aws-sdk/client-sqs';
import type { SendTarget } from '../manifest-row.ts';
import { queue } from './clients.ts';
import { setting, type SettingName } from './config.ts';

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
export async function send(name: keyof typeof urlSetting, body: string): Promise<void> {
  await queue().send(new SendMessageCommand({ QueueUrl: setting(urlSetting[name]), MessageBody: body }));
}

/** Sends one message that arrives after a while, at most 15 minutes. */
export async function sendLater(
  name: keyof typeof urlSetting,
  message: { body: string; delaySeconds: number },
): Promise<void> {
  await queue().send(
    new SendMessageCommand({
      QueueUrl: setting(urlSetting[name]),
      MessageBody: message.body,
      DelaySeconds: message.delaySeconds,
    }),
  );
}
