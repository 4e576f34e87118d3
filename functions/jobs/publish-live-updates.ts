import { sendDelayedMessage } from '../aws/send-message.ts';
import { liveQueueUrl } from '../aws/settings.ts';
import { liveJob } from '../domain/job-messages.ts';
import { publishMessages } from '../live-updates/publish-messages.ts';
import { tellListeners } from '../live-updates/tell-listeners.ts';
import { job } from './kit/job.ts';

/** Tells those who have an event open what changed in it. */
export const handler = job('publish-live-updates', liveQueueUrl, async ({ body }) => {
  await tellListeners(liveJob.parse(body), {
    now: () => new Date(),
    publish: publishMessages,
    resend: (rest, delaySeconds) =>
      sendDelayedMessage(liveQueueUrl(), { body: JSON.stringify(rest), group: rest.eventId, delaySeconds }),
  });
});
