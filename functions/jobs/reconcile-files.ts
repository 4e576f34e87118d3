import { deleteOutdatedArchives } from '../downloads/delete-outdated-archives.ts';
import { type ReconcileFilesJob, reconcileFilesJob } from '../domain/job-messages.ts';
import { removeEarlierFiles, removeStaleFiles, reconcileFiles } from '../storage/item-files.ts';
import { job } from './kit/job.ts';
import { sendDelayedMessage } from '../aws/send-message.ts';
import { movesQueueUrl } from '../aws/settings.ts';
import { eventRowState } from '../table/delete-event-rows.ts';
import { getMedia } from '../table/media.ts';

/** About as long as a CloudFront invalidation takes. */
const EDGE_BUSY_SECONDS = 60;

/**
 * Moves an item's files to where its row says they belong, and removes those that earlier moves or editions
 * left. Also deletes ZIPs that hold what nobody may see any more.
 */
export const handler = job('reconcile-files', movesQueueUrl, async ({ body }) => {
  const { eventId, mediaId, wasOpen = false, stale } = reconcileFilesJob.parse(body);
  // The job that deletes an event removes its files, a thousand at a time.
  if ((await eventRowState(eventId)) !== 'present') return;
  const item = { id: mediaId, eventId };
  if (stale) return removeStaleFiles(item, stale);
  await reconcileFiles(item);
  if ((await getMedia(mediaId))?.status !== 'approved') await deleteOutdatedArchives(eventId);
  if (await removeEarlierFiles(item, { wasOpen })) return;
  // When hundreds are rejected at once, some wait for CloudFront, which is not a failure.
  const rest: ReconcileFilesJob = { eventId, mediaId, wasOpen };
  await sendDelayedMessage(movesQueueUrl(), {
    body: JSON.stringify(rest),
    group: eventId,
    delaySeconds: EDGE_BUSY_SECONDS,
  });
});
