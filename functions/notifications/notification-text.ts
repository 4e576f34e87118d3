import type { MediaStatus } from '../../shared/contract/entities.ts';
import type { PushMessage } from '../../shared/contract/notifications.ts';
import { may, type EventAccess } from '../domain/access.ts';
import type { PersonKey } from '../domain/caller.ts';
import type { NotificationJob } from '../domain/job-messages.ts';
import type { EventRecord, MediaRecord } from '../domain/records.ts';

type Kind = NotificationJob['kind'];

/** How many of a message's items each uploader has. */
export type Counts = ReadonlyMap<PersonKey, number>;

const wanted: Readonly<Record<Kind, MediaStatus>> = {
  new: 'approved',
  approved: 'approved',
  pending: 'pending',
};

/** Counts the items that still have the announced status, by uploader. */
export function countItems(kind: Kind, items: readonly MediaRecord[]): Counts {
  const counts = new Map<PersonKey, number>();
  for (const { status, uploader } of items) {
    if (status === wanted[kind]) counts.set(uploader, (counts.get(uploader) ?? 0) + 1);
  }
  return counts;
}

/**
 * How many items somebody is notified of: their own if another person approved them, or else the others'.
 * @returns 0 for somebody who is not notified, such as a person who may not see these items when it is sent
 */
export function countFor(
  kind: Kind,
  facts: { counts: Counts; person: PersonKey; access: EventAccess },
): number {
  const { counts, person, access } = facts;
  if (!may('see-media', access)) return 0;
  const isOwner = access.role === 'owner';
  const own = counts.get(person) ?? 0;
  if (kind === 'approved') return isOwner ? 0 : own;
  if (kind === 'pending' && !isOwner) return 0;
  return [...counts.values()].reduce((sum, count) => sum + count, 0) - own;
}

/** The notification. A later one of the same kind and event replaces it on the screen. */
export function notificationFor(
  event: Pick<EventRecord, 'id' | 'name'>,
  news: { kind: Kind; count: number },
): PushMessage {
  return {
    title: event.name,
    body: bodyOf(news),
    url: `/event/${event.id}`,
    tag: `${event.id}:${news.kind}`,
  };
}

function bodyOf({ kind, count }: { kind: Kind; count: number }): string {
  const isOne = count === 1;
  switch (kind) {
    case 'new':
      return isOne ? 'New photo' : `${count} new photos`;
    case 'pending':
      return isOne ? '1 photo waits for your approval' : `${count} photos wait for your approval`;
    case 'approved':
      return isOne ? 'Your photo was approved' : `${count} of your photos were approved`;
  }
}
