import { setTimeout as pause } from 'node:timers/promises';
import { personJob, type PersonJob } from '../domain/job-messages.ts';
import type { PersonKey } from '../domain/caller.ts';
import { erasePerson } from '../people/erase-person.ts';
import { transferGuest } from '../people/transfer-guest.ts';
import { job } from './kit/job.ts';
import { MAX_DELAY_SECONDS, sendDelayedMessage, sendMessage } from '../aws/send-message.ts';
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
  const { withMedia, again } = message;
  let { isSecondLookSent } = message;
  const isDone = await erasePerson(message.person as PersonKey, {
    withMedia,
    again,
    now: new Date(),
    isOverdue,
    isSecondLookSent,
    lookAgain: async (eventIds) => {
      await lookAgainAt(eventIds, message);
      isSecondLookSent = true;
    },
  });
  if (isDone) return;
  const rest: PersonJob = { ...message, isSecondLookSent };
  await sendMessage(peopleQueueUrl(), { body: JSON.stringify(rest), group: message.person });
});

/** Once whatever was in flight when the erasure began has ended. */
async function lookAgainAt(
  eventIds: readonly string[],
  message: Extract<PersonJob, { kind: 'erase' }>,
): Promise<void> {
  const { kind, person, withMedia } = message;
  const look: PersonJob = { kind, person, withMedia, again: [...eventIds] };
  await sendDelayedMessage(peopleQueueUrl(), {
    body: JSON.stringify(look),
    group: person,
    delaySeconds: MAX_DELAY_SECONDS,
  });
}

/**
 * Hands everything over that the indexes show, and later once more: a browser that subscribed right before the claim
 * is found by an index alone.
 */
async function handOverAll(claim: Extract<PersonJob, { kind: 'claim' }>): Promise<void> {
  if (!claim.again) {
    const body = JSON.stringify({ ...claim, again: true });
    const group = `guest:${claim.guestId}`;
    await sendDelayedMessage(peopleQueueUrl(), { body, group, delaySeconds: MAX_DELAY_SECONDS });
  }
  for (let look = 1; !(await transferGuest(claim, new Date())); look += 1) {
    if (look === LOOKS) throw new Error('Something of the guest is left.');
    await pause(PAUSE_MS);
  }
}
