import { moveJob } from '../domain/jobs.ts';
import { settleMedia } from '../objects/settle-media.ts';
import { job } from '../platform/job.ts';

/** Brings files to where their item's row says that they belong: what a call could not finish. */
export const handler = job('move-files', async ({ body }) => {
  const { eventId, mediaId } = moveJob.parse(body);
  await settleMedia({ id: mediaId, eventId });
});
