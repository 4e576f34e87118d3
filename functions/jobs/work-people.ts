import { personJob } from '../domain/jobs.ts';
import type { PersonKey } from '../domain/caller.ts';
import { erasePerson } from '../people/erase.ts';
import { handOver } from '../people/hand-over.ts';
import { job } from '../platform/job.ts';

/** Finishes what a claim or an erasure began. */
export const handler = job('work-people', async ({ body }) => {
  const message = personJob.parse(body);
  if (message.kind === 'claim') await handOver(message, new Date());
  else await erasePerson(message.person as PersonKey, { withMedia: message.withMedia });
});
