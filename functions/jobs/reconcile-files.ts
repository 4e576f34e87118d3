import { deleteOutdatedArchives } from '../downloads/delete-outdated-archives.ts';
import { type ReconcileFilesJob, reconcileFilesJob } from '../domain/job-messages.ts';
import { removeEarlierFiles, removeStaleFiles, reconcileFiles } from '../storage/reconcile-files.ts';
import { job } from './kit/job.ts';
import { sendDelayedMessage } from '../aws/send-message.ts';
import { movesQueueUrl } from '../aws/settings.ts';
import { isEventGone } from '../table/delete-event-rows.ts';
import { getMedia } from '../table/media.ts';

/** An invalidation takes about as long. */
const EDGE_BUSY_SECONDS = 60;

/**
 * Brings files to where their item's row says that they belong: what a call could not finish, or an older edition left.
 * What nobody may see any more goes from ZIPs, too.
 */
export const handler = job('reconcile-files', async ({ body }) => {
  const { eventId, mediaId, wasOpen = false, stale } = reconcileFilesJob.parse(body);
  // What a deleted event held goes by the job that deletes it, a thousand files at a time.
  if (await isEventGone(eventId)) return;
  const item = { id: mediaId, eventId };
  if (stale) return removeStaleFiles(item, stale);
  await reconcileFiles(item);
  if ((await getMedia(mediaId))?.status !== 'approved') await deleteOutdatedArchives(eventId);
  if (await removeEarlierFiles(item, { wasOpen })) return;
  // Hundreds were rejected at once: they take their turns, which is no failure.
  const rest: ReconcileFilesJob = { eventId, mediaId, wasOpen };
  await sendDelayedMessage(movesQueueUrl(), { body: JSON.stringify(rest), delaySeconds: EDGE_BUSY_SECONDS });
});
