import { notificationJob } from '../domain/job-messages.ts';
import { pushOrigins } from '../aws/addresses.ts';
import { job } from './kit/job.ts';
import { sendDelayedMessage } from '../aws/send-message.ts';
import { pushQueueUrl } from '../aws/settings.ts';
import { notifySubscribers } from '../notifications/notify-event.ts';
import { vapidDetails } from '../notifications/vapid.ts';

/** Sends web push notifications about what happened in an event. */
export const handler = job('send-notifications', pushQueueUrl, async ({ body, isOverdue }) => {
  await notifySubscribers(notificationJob.parse(body), {
    vapid: await vapidDetails(),
    pushOrigins: pushOrigins(),
    now: new Date(),
    isOverdue,
    resend: (rest, delaySeconds) =>
      sendDelayedMessage(pushQueueUrl(), { body: JSON.stringify(rest), group: rest.eventId, delaySeconds }),
  });
});
