import { pushJob } from '../domain/jobs.ts';
import { setting } from '../platform/config.ts';
import { job } from '../platform/job.ts';
import { sendLater } from '../platform/send.ts';
import { tell } from '../push/tell.ts';
import { vapidDetails } from '../push/vapid.ts';

/** Time kept for one more page and for handing the rest over, in milliseconds. */
const RESERVE_MS = 30_000;

/** Tells browsers what happened in an event. */
export const handler = job('send-push', async ({ body, deadlineMs }) => {
  await tell(pushJob.parse(body), {
    vapid: await vapidDetails(),
    testOrigin: setting('PUSH_TEST_ORIGIN'),
    now: new Date(),
    isOverdue: () => Date.now() > deadlineMs - RESERVE_MS,
    resend: (rest, delaySeconds) => sendLater('push', { body: JSON.stringify(rest), delaySeconds }),
  });
});
