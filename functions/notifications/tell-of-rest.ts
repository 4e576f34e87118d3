import type { MediaStatus } from '../../shared/contract/entities.ts';
import type { NotificationJob, RestJob } from '../domain/job-messages.ts';
import type { EventRecord } from '../domain/records.ts';
import { countEvent } from '../numbers/current-tally.ts';
import { MOST_COUNTED } from '../numbers/tally.ts';
import { mediaCountsKeys, sumMediaCounts } from '../table/counts.ts';
import { getRow, getRows, type Row } from '../table/dynamo.ts';
import { parseEvent } from '../table/event-row.ts';
import { keys } from '../table/keys.ts';
import { listMediaPage } from '../table/media-lists.ts';
import { deliver, type DeliveryPorts } from './deliver.ts';
import { restNotification } from './notification-text.ts';
import { LIFETIME_SECONDS } from './push-retry.ts';
import { awaitRest, forgetRest, noteTold, postponeRest, restOf } from './rest-store.ts';
import type { Subscription } from './subscription.ts';
import { getSubscription, listSubscriptionsOf } from './subscription-store.ts';

/** At an event's first upload: from now on it is looked whether its uploads rest. */
export async function expectRest(eventRow: Row, { kind, eventId, at }: NotificationJob): Promise<void> {
  if (kind !== 'approved' && restOf(eventRow) === 'not awaited') await awaitRest(eventId, at);
}

/**
 * Tells the event's owner how much came and from how many, if nothing was uploaded for as long as the job says. Once for
 * each event: a second wave of uploads changes nothing. Safe to repeat: a message that arrives twice replaces itself.
 */
export async function tellOfRest(job: RestJob, ports: DeliveryPorts): Promise<void> {
  const { eventId } = job;
  const eventRow = await getRow(keys.event(eventId));
  const event = eventRow && parseEvent(eventRow);
  if (!eventRow || !event || !(await isDue({ eventRow, event }, job, ports.now))) return;
  const { isOwnersAlone, ...came } = await totalsOf(event);
  const subscriptions = await ownersSubscriptions(event, job);
  // Nothing to tell yet, or nobody: the one notification is kept for later uploads.
  if (came.itemCount === 0 || isOwnersAlone || subscriptions.length === 0) return forgetRest(eventId);
  const message = restNotification(event, came);
  const sending = { ...ports, message, ttlSeconds: LIFETIME_SECONDS };
  const told = await Promise.allSettled(
    subscriptions.map((subscription) => deliver(subscription, { job, ports, sending })),
  );
  const failed = told.find(({ status }) => status === 'rejected');
  // If one browser was told, the others are not worth telling it again.
  if (failed?.status === 'rejected' && told.every(({ status }) => status === 'rejected')) throw failed.reason;
  await noteTold(eventId, ports.now);
}

/** Whether the owner is to be told now. Otherwise the event is looked at again when its uploads may rest. */
async function isDue(
  { eventRow, event }: { eventRow: Row; event: EventRecord },
  { eventId, restSeconds, only }: RestJob,
  now: Date,
): Promise<boolean> {
  if (only) return true;
  if (restOf(eventRow) === 'told') return false;
  const newest = await newestUpload(eventId);
  if (newest === undefined) {
    await forgetRest(eventId);
    // One that came at this moment found the event still in the list.
    const late = await newestUpload(eventId);
    if (late !== undefined) await awaitRest(eventId, late);
    return false;
  }
  // What was uploaded before its day, as to try it, is no party that is over.
  const begins = event.date === null ? newest : new Date(event.date).toISOString();
  const since = begins > newest ? begins : newest;
  if (Date.parse(since) + restSeconds * 1000 <= now.getTime()) return true;
  await postponeRest(eventId, since);
  return false;
}

const STATUSES: readonly MediaStatus[] = ['approved', 'pending', 'rejected'];

/** When the last of an event's items was uploaded, whatever was decided about it. */
async function newestUpload(eventId: string): Promise<string | undefined> {
  const { items } = await listMediaPage({
    eventId,
    scopes: STATUSES.map((status) => ({ status, ownOnly: false })),
    viewer: undefined,
    order: { sortBy: 'uploadedAt', ascending: false },
    after: undefined,
    limit: 1,
  });
  return items[0]?.uploadedAt;
}

type Totals = { itemCount: number; videoCount: number | null; senderCount: number; isOwnersAlone: boolean };

async function totalsOf(event: EventRecord): Promise<Totals> {
  const rows = await getRows(mediaCountsKeys(event.id), { consistent: true });
  const { counts } = sumMediaCounts(rows);
  const tally = await countEvent({ event, counts });
  const { senderCount, senders } = tally;
  const isOwnersAlone = senderCount === 1 && senders[0]?.person === `user:${event.createdBy}`;
  const isWhole = tally.itemCount < MOST_COUNTED;
  return {
    itemCount: isWhole ? tally.itemCount : counts.approved + counts.pending,
    videoCount: isWhole ? tally.videoCount : null,
    senderCount,
    isOwnersAlone,
  };
}

async function ownersSubscriptions(event: EventRecord, { eventId, only }: RestJob): Promise<Subscription[]> {
  const owner = `user:${event.createdBy}` as const;
  if (!only) return listSubscriptionsOf(owner, eventId);
  const one = await getSubscription({ eventId, endpointHash: only.endpointHash });
  return one?.person === owner ? [one] : [];
}
