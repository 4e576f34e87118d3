import type { Counts } from './notification-text.ts';
import type { NotificationJob } from '../domain/job-messages.ts';
import type { Subscription } from './subscription.ts';
import type { EventRecord } from '../domain/records.ts';
import type { PersonKey } from '../domain/caller.ts';
import { claimTurn } from './notification-throttle.ts';
import { getSubscription, listSubscriptions, listSubscriptionsOf } from './subscription-store.ts';

/** How many are sent to at once. */
const PAGE = 50;

/**
 * The subscriptions that a job may be for, page by page, if it gets the turn: one message a minute for an
 * event's subscribers, for its owner, and for each uploader.
 */
export async function* recipientsOf(
  job: NotificationJob,
  { event, counts }: { event: EventRecord; counts: Counts },
): AsyncGenerator<Subscription[]> {
  const { kind, eventId } = job;
  if (job.only) {
    const one = await getSubscription({ eventId, endpointHash: job.only.endpointHash });
    if (one) yield [one];
  } else if (kind === 'new') {
    // A continued job has already had its turn.
    if (job.after !== undefined || (await isTurn(job, kind))) yield* pagesOf(job);
  } else if (kind === 'pending') {
    const owner: PersonKey = `user:${event.createdBy}`;
    // Owners are not notified of their own uploads, and these must not use up the turn.
    const isNews = [...counts.keys()].some((uploader) => uploader !== owner);
    if (isNews && (await isTurn(job, kind))) yield await listSubscriptionsOf(owner, eventId);
  } else {
    for (const uploader of counts.keys()) yield await uploadersOf(job, uploader);
  }
}

async function uploadersOf(job: NotificationJob, uploader: PersonKey): Promise<Subscription[]> {
  const subscriptions = await listSubscriptionsOf(uploader, job.eventId);
  if (subscriptions.length === 0) return [];
  return (await isTurn(job, `approved#${uploader}`)) ? subscriptions : [];
}

function isTurn(job: NotificationJob, kind: string): Promise<boolean> {
  const about = job.mediaIds[0] ?? '';
  return claimTurn({ eventId: job.eventId, kind, about }, new Date(job.at));
}

async function* pagesOf({ eventId, after: start }: NotificationJob): AsyncGenerator<Subscription[]> {
  for (let after = start; ;) {
    const page = await listSubscriptions(eventId, { after, limit: PAGE });
    if (page.length > 0) yield page;
    if (page.length < PAGE) return;
    after = page.at(-1)?.endpointHash;
  }
}
