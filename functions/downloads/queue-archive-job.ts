import { mapConcurrent } from '../aws/map-concurrent.ts';
import { sendMessage } from '../aws/send-message.ts';
import { archivesQueueUrl } from '../aws/settings.ts';
import type { ArchiveJob } from '../domain/job-messages.ts';

const SENDS_AT_ONCE = 8;

export function queueArchiveJob(job: ArchiveJob): Promise<void> {
  return sendMessage(archivesQueueUrl(), { body: JSON.stringify(job), group: job.eventId });
}

export const queueArchiveJobs = (jobs: readonly ArchiveJob[]): Promise<void> =>
  mapConcurrent(jobs, SENDS_AT_ONCE, queueArchiveJob);
