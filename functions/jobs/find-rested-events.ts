import { type RestJob, restSchedule } from '../domain/job-messages.ts';
import { log } from '../aws/log.ts';
import { sendMessage } from '../aws/send-message.ts';
import { pushQueueUrl } from '../aws/settings.ts';
import { listRested, postponeRest } from '../notifications/rest-store.ts';
import { type Attempt, scheduledJob } from './kit/scheduled-job.ts';

const BATCH = 200;
/** A message has so long to be worked on, before another is sent for the same event. */
const AGAIN_SECONDS = 3600;

export const handler = scheduledJob('find-rested-events', findRestedEvents);

/** Sends a message for each event whose uploads may have rested for as long as the schedule's event says. */
async function findRestedEvents(event: unknown, attempt: Attempt): Promise<{ found: number }> {
  const { restSeconds } = restSchedule.parse(event);
  const now = Date.now();
  const restedSince = (seconds: number) => new Date(now + (seconds - restSeconds) * 1000);
  const eventIds = await listRested(restedSince(0), BATCH);
  for (const eventId of eventIds) {
    await attempt({ message: 'an event was not looked at', ids: { eventId } }, async () => {
      const message: RestJob = { kind: 'rested', eventId, restSeconds };
      await sendMessage(pushQueueUrl(), { body: JSON.stringify(message), group: eventId });
      // Last, so that a run that dies is repeated.
      await postponeRest(eventId, restedSince(AGAIN_SECONDS).toISOString());
    });
  }
  log.info('rested events', { found: eventIds.length });
  return { found: eventIds.length };
}
