import { notificationJob } from '../domain/job-messages.ts';
import { setting } from '../aws/settings.ts';
import { job } from './kit/job.ts';
import { sendDelayedMessage } from '../aws/send-message.ts';
import { notifySubscribers } from '../notifications/notify-event.ts';
import { vapidDetails } from '../notifications/vapid.ts';

/** Tells browsers what happened in an event. */
export const handler = job('send-notifications', async ({ body, isOverdue }) => {
  await notifySubscribers(notificationJob.parse(body), {
    vapid: await vapidDetails(),
    testOrigin: setting('PUSH_TEST_ORIGIN'),
    now: new Date(),
    isOverdue,
    resend: (rest, delaySeconds) => sendDelayedMessage('push', { body: JSON.stringify(rest), delaySeconds }),
  });
});
