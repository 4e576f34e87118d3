import { type DeletionJob, deletionJob } from '../domain/job-messages.ts';
import { removeEventFiles } from '../storage/event-files.ts';
import { closeEventPayments } from '../payments/close-event-payments.ts';
import { paymentPorts } from '../payments/production-ports.ts';
import { job } from './kit/job.ts';
import { MAX_DELAY_SECONDS, sendMessage, sendDelayedMessage } from '../aws/send-message.ts';
import { deletionsQueueUrl } from '../aws/settings.ts';
import {
  deleteDownloads,
  deleteEventRow,
  deleteEventRows,
  deleteItems,
  deletePeople,
  eventRowState,
} from '../table/delete-event-rows.ts';
import { closeShards } from '../table/open-shards.ts';

/**
 * Removes what a deleted event held: items with their files, people with their votes, counts, and finally the
 * event itself. Its payments are kept, without names.
 * Every step looks at what is left, so it is safe to interrupt anywhere and to repeat. What does not fit into
 * one run is queued for the next. A second pass removes what a call or a worker wrote at the very end.
 */
export const handler = job('delete-event-contents', deletionsQueueUrl, async ({ body, isOverdue }) => {
  const { eventId, again = false } = deletionJob.parse(body);
  // Ignore a message for an event that is not deleted, and a second pass before the first is done.
  const state = await eventRowState(eventId);
  if (again ? state !== 'absent' : state !== 'being-deleted') return;
  // Before anything is looked for: nothing is saved from now on.
  await closeShards(eventId);
  const steps = [
    // First, because files are what people see; again after the rows, for what a worker has made in the meantime.
    () => removeEventFiles(eventId, isOverdue),
    () => deleteItems(eventId, isOverdue),
    () => removeEventFiles(eventId, isOverdue),
    // After them, because each open checkout takes requests to Stripe: people who pay meanwhile are paid back. Before the
    // memberships, which it needs.
    () => closeEventPayments(eventId, { ...paymentPorts, isOverdue }),
    () => deletePeople(eventId, isOverdue),
    () => deleteDownloads(eventId, isOverdue),
    () => deleteEventRows(eventId, isOverdue),
  ];
  for (const step of steps) if (!(await step())) return handOver({ eventId, again });
  if (again) return;
  const secondLook: DeletionJob = { eventId, again: true };
  // Whatever was in flight when the deletion began has ended by then.
  await sendDelayedMessage(deletionsQueueUrl(), {
    body: JSON.stringify(secondLook),
    group: eventId,
    delaySeconds: MAX_DELAY_SECONDS,
  });
  await deleteEventRow(eventId);
});

async function handOver(rest: DeletionJob): Promise<void> {
  await sendMessage(deletionsQueueUrl(), { body: JSON.stringify(rest), group: rest.eventId });
}
