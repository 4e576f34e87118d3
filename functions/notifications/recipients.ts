import type { MediaStatus } from '../../shared/contract/entities.ts';
import { type EventAccess, isHost, may } from '../domain/access.ts';
import type { NotificationJob } from '../domain/job-messages.ts';
import type { Subscription } from './subscription.ts';
import type { EventRecord, MediaRecord } from '../domain/records.ts';
import type { PersonKey } from '../domain/caller.ts';
import { claimTurn } from './notification-throttle.ts';
import { getSubscription, listSubscriptions, listSubscriptionsOf } from './subscription-store.ts';

type Kind = NotificationJob['kind'];

/** How many of a message's items each uploader has. */
export type Counts = ReadonlyMap<PersonKey, number>;

const wanted: Readonly<Record<Kind, MediaStatus>> = {
  new: 'approved',
  approved: 'approved',
  pending: 'pending',
};

/** Counts the items that are still in the announced state, by uploader; without those that a host approved of their own. */
export function countItems(kind: Kind, items: readonly MediaRecord[]): Counts {
  const counts = new Map<PersonKey, number>();
  for (const { status, uploader, moderatedBy } of items) {
    if (kind === 'approved' && uploader === `user:${moderatedBy}`) continue;
    if (status === wanted[kind]) counts.set(uploader, (counts.get(uploader) ?? 0) + 1);
  }
  return counts;
}

/**
 * How many items somebody is notified of: their own if another person approved them, or else the others'.
 * @returns 0 for somebody who is not notified, such as a person who may not see these items when it is sent
 */
export function notifiedItemCount(
  kind: Kind,
  facts: { counts: Counts; person: PersonKey; access: EventAccess },
): number {
  const { counts, person, access } = facts;
  if (!may('see-media', access)) return 0;
  const own = counts.get(person) ?? 0;
  if (kind === 'approved') return access.role === 'owner' ? 0 : own;
  if (kind === 'pending' && !isHost(access)) return 0;
  return [...counts.values()].reduce((sum, count) => sum + count, 0) - own;
}

/** How many are sent to at once. */
const PAGE = 50;

/**
 * The subscriptions that a job may be for, page by page, if it gets the turn: one message a minute for an
 * event's subscribers, for each of its hosts, and for each uploader.
 */
export async function* recipientsOf(
  job: NotificationJob,
  { event, coHosts, counts }: { event: EventRecord; coHosts: readonly PersonKey[]; counts: Counts },
): AsyncGenerator<Subscription[]> {
  const { kind, eventId } = job;
  if (job.only) {
    const one = await getSubscription({ eventId, endpointHash: job.only.endpointHash });
    if (one) yield [one];
  } else if (kind === 'new') {
    // A continued job has already had its turn.
    if (job.after !== undefined || (await isTurn(job, kind))) yield* pagesOf(job);
  } else if (kind === 'pending') {
    yield await hostsOf(job, { host: `user:${event.createdBy}`, turn: kind, counts });
    for (const host of coHosts) yield await hostsOf(job, { host, turn: `${kind}#${host}`, counts });
  } else {
    for (const uploader of counts.keys()) yield await uploadersOf(job, uploader);
  }
}

type Host = { readonly host: PersonKey; readonly turn: string; readonly counts: Counts };

/** Hosts are not notified of their own uploads, and these must not use up the turn. */
async function hostsOf(job: NotificationJob, { host, turn, counts }: Host): Promise<Subscription[]> {
  const isByOthers = [...counts.keys()].some((uploader) => uploader !== host);
  return isByOthers && (await isTurn(job, turn)) ? listSubscriptionsOf(host, job.eventId) : [];
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
