import { dropOutdated } from '../archive/drop-archives.ts';
import { type MoveJob, moveJob } from '../domain/jobs.ts';
import { clearEarlier, removeStale, settleMedia } from '../objects/settle-media.ts';
import { job } from '../platform/job.ts';
import { sendLater } from '../platform/send.ts';
import { isEventGone } from '../table/event-removal.ts';
import { getMedia } from '../table/media.ts';

/** An invalidation takes about as long. */
const EDGE_BUSY_SECONDS = 60;

/**
 * Brings files to where their item's row says that they belong: what a call could not finish, or an older edition left.
 * What nobody may see any more goes from ZIPs, too.
 */
export const handler = job('move-files', async ({ body }) => {
  const { eventId, mediaId, wasOpen = false, stale } = moveJob.parse(body);
  // What a deleted event held goes by the job that deletes it, a thousand files at a time.
  if (await isEventGone(eventId)) return;
  const item = { id: mediaId, eventId };
  if (stale) return removeStale(item, stale);
  await settleMedia(item);
  if ((await getMedia(mediaId))?.status !== 'approved') await dropOutdated(eventId);
  if (await clearEarlier(item, { wasOpen })) return;
  // Hundreds were rejected at once: they take their turns, which is no failure.
  const rest: MoveJob = { eventId, mediaId, wasOpen };
  await sendLater('moves', { body: JSON.stringify(rest), delaySeconds: EDGE_BUSY_SECONDS });
});
