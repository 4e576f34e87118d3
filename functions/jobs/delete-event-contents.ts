import { mediaStatus } from '../../shared/contract/entities.ts';
import { AppError } from '../domain/app-error.ts';
import { type DeletionJob, deletionJob } from '../domain/jobs.ts';
import { settleMedia } from '../objects/settle-media.ts';
import { closePayments } from '../payments/close-payments.ts';
import { paymentPorts } from '../payments/payment-ports.ts';
import { job } from '../platform/job.ts';
import { send } from '../platform/send.ts';
import { deleteEventRow, deleteEventRows, isEventDeleted } from '../table/event-removal.ts';
import { deleteMedia } from '../table/media.ts';
import { listByStatus } from '../table/media-lists.ts';

const BATCH = 25;

/** Time kept for handing the rest over, in milliseconds. */
const RESERVE_MS = 20_000;

/**
 * Removes what a deleted event held: items with files and votes, people, counts, and last the event itself. Its
 * payments are kept, without names.
 * Every step looks at what is left, so it can be killed anywhere and delivered again any number of times.
 * What does not fit into one run is handed to the next.
 */
export const handler = job('delete-event-contents', async ({ body, deadlineMs }) => {
  const { eventId } = deletionJob.parse(body);
  // A message that names a living event is not obeyed.
  if (!(await isEventDeleted(eventId))) return;
  const isOverdue = () => Date.now() > deadlineMs - RESERVE_MS;
  // First, so that nobody goes on paying; and while it is known who belongs to the event.
  if (!(await closePayments(eventId, { ...paymentPorts, isOverdue }))) return handOver({ eventId });
  for (const status of mediaStatus.options) {
    for (;;) {
      if (isOverdue()) return handOver({ eventId });
      const items = await listByStatus(eventId, { status, limit: BATCH });
      if (items.length === 0) break;
      for (const media of items) {
        await deleteMedia(media).catch(ignoreGone);
        await settleMedia(media);
      }
    }
  }
  await deleteEventRows(eventId);
  await deleteEventRow(eventId);
});

async function handOver(rest: DeletionJob): Promise<void> {
  await send('deletions', JSON.stringify(rest));
}

/** An index can still list for a moment what the table no longer holds. */
function ignoreGone(error: unknown): void {
  if (!(error instanceof AppError) || error.kind !== 'not-found') throw error;
}
