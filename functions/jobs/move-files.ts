import { dropOutdated } from '../archive/drop-archives.ts';
import { moveJob } from '../domain/jobs.ts';
import { clearEarlier, removeStale, settleMedia } from '../objects/settle-media.ts';
import { job } from '../platform/job.ts';
import { isEventGone } from '../table/event-removal.ts';
import { getMedia } from '../table/media.ts';

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
  await clearEarlier(item, { wasOpen });
  if ((await getMedia(mediaId))?.status !== 'approved') await dropOutdated(eventId);
});
