import { setTimeout as pause } from 'node:timers/promises';
import { personJob, type PersonJob } from '../domain/job-messages.ts';
import type { PersonKey } from '../domain/caller.ts';
import { erasePerson } from '../people/erase-person.ts';
import { transferGuest } from '../people/transfer-guest.ts';
import { job } from './kit/job.ts';
import { sendMessage } from '../aws/send-message.ts';
import { peopleQueueUrl } from '../aws/settings.ts';

/**
 * How often a claim looks for rows that an index does not show yet, before it is left to the next delivery.
 */
const LOOKS = 8;
const PAUSE_MS = 500;

/** Finishes a claim or an erasure. What is left of an erasure after one run is handed to the next. */
export const handler = job('transfer-or-erase-person', peopleQueueUrl, async ({ body, isOverdue }) => {
  const message = personJob.parse(body);
  if (message.kind === 'claim') return handOverAll(message);
  const { person, withMedia } = message;
  const isDone = await erasePerson(person as PersonKey, { withMedia, now: new Date(), isOverdue });
  if (!isDone) await sendMessage(peopleQueueUrl(), { body: JSON.stringify(message), group: person });
});

async function handOverAll(claim: Extract<PersonJob, { kind: 'claim' }>): Promise<void> {
  for (let look = 1; !(await transferGuest(claim, new Date())); look += 1) {
    if (look === LOOKS) throw new Error('Something of the guest is left.');
    await pause(PAUSE_MS);
  }
}
