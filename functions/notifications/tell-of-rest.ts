import type { NotificationJob, RestJob } from '../domain/job-messages.ts';
import type { EventRecord } from '../domain/records.ts';
import { countEvent } from '../numbers/current-tally.ts';
import { MOST_COUNTED } from '../numbers/tally.ts';
import { readMediaCounts, sumMediaCounts } from '../table/counts.ts';
import { getRow, type Row } from '../table/dynamo.ts';
import { parseEvent } from '../table/event-row.ts';
import { keys } from '../table/keys.ts';
import { deliver, type DeliveryPorts } from './deliver.ts';
import { restNotification } from './notification-text.ts';
import { LIFETIME_SECONDS } from './push-retry.ts';
import { awaitRest, forgetRest, newestUpload, noteTold, postponeRest, restOf } from './rest-store.ts';
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
  if (!event || (restOf(eventRow) === 'told' && !job.only)) return;
  const newest = await newestUpload(eventId);
  if (newest !== undefined && !job.only && !(await hasRested(event, newest, { job, now: ports.now }))) return;
  const { isOwnersAlone, ...came } = await totalsOf(event);
  const subscriptions = await ownersSubscriptions(event, job);
  const isWorthTelling = newest !== undefined && came.itemCount > 0 && !isOwnersAlone;
  if (isWorthTelling && (await isAnyTold(subscriptions, { event, came, job, ports })))
    return noteTold(eventId, ports.now);
  // Nothing to tell yet, or nobody: the one notification is kept for later uploads.
  await forgetRest(eventId, newest);
}

/** Whether an event's uploads have rested. Otherwise it is looked at again when they may. */
async function hasRested(
  event: EventRecord,
  newest: string,
  { job: { eventId, restSeconds }, now }: { job: RestJob; now: Date },
): Promise<boolean> {
  // What was uploaded before its day, as to try it, is no party that is over.
  const begins = event.date === null ? newest : new Date(event.date).toISOString();
  const since = begins > newest ? begins : newest;
  if (Date.parse(since) + restSeconds * 1000 <= now.getTime()) return true;
  const today = now.toISOString();
  // Its host may correct a day that is to come.
  const from = since < today ? since : today;
  await postponeRest(eventId, from);
  // A run that died after it had taken it from the list left it out.
  await awaitRest(eventId, from);
  return false;
}

type Telling = {
  readonly event: EventRecord;
  readonly came: Omit<Totals, 'isOwnersAlone'>;
  readonly job: RestJob;
  readonly ports: DeliveryPorts;
};

/**
 * @returns whether a browser was told, or will be: if one is, the others are not worth telling it again
 * @throws if none is and one may be by another try
 */
async function isAnyTold(
  subscriptions: readonly Subscription[],
  { event, came, job, ports }: Telling,
): Promise<boolean> {
  const sending = { ...ports, message: restNotification(event, came), ttlSeconds: LIFETIME_SECONDS };
  const tries = await Promise.allSettled(
    subscriptions.map((subscription) => deliver(subscription, { job, ports, sending })),
  );
  if (tries.some((one) => one.status === 'fulfilled' && ['sent', 'later'].includes(one.value))) return true;
  const failed = tries.find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
  return false;
}

type Totals = { itemCount: number; videoCount: number | null; senderCount: number; isOwnersAlone: boolean };

async function totalsOf(event: EventRecord): Promise<Totals> {
  const rows = await readMediaCounts(event.id, { consistent: true });
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
