import { pushJob } from '../domain/job-messages.ts';
import { pushOrigins } from '../aws/addresses.ts';
import { job } from './kit/job.ts';
import { sendDelayedMessage } from '../aws/send-message.ts';
import { pushQueueUrl } from '../aws/settings.ts';
import type { DeliveryPorts } from '../notifications/deliver.ts';
import { notifySubscribers } from '../notifications/notify-event.ts';
import { tellOfRest } from '../notifications/tell-of-rest.ts';
import { vapidDetails } from '../notifications/vapid.ts';

/** Sends web push notifications about what happened in an event, and one when nothing did for a while. */
export const handler = job('send-notifications', pushQueueUrl, async ({ body, isOverdue }) => {
  const message = pushJob.parse(body);
  const ports: DeliveryPorts = {
    vapid: await vapidDetails(),
    pushOrigins: pushOrigins(),
    now: new Date(),
    resend: (rest, delaySeconds) =>
      sendDelayedMessage(pushQueueUrl(), { body: JSON.stringify(rest), group: rest.eventId, delaySeconds }),
  };
  if (message.kind === 'rested') await tellOfRest(message, ports);
  else await notifySubscribers(message, { ...ports, isOverdue });
});
