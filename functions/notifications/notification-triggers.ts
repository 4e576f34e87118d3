import type { MediaStatus } from '../../shared/contract/entities.ts';
import type { NotificationJob } from '../domain/job-messages.ts';

/** What of an item decides whether somebody is told something. */
export type ImageFacts = {
  readonly id: string;
  readonly eventId: string;
  readonly status: MediaStatus;
  readonly uploadedAt: string;
  readonly moderatedAt: string | null;
};

/** One reason to tell somebody something. */
export type NotificationTrigger = {
  readonly kind: NotificationJob['kind'];
  readonly eventId: string;
  readonly mediaId: string;
  readonly at: string;
};

/**
 * What a change of one item is an occasion for: an approved item is news to the event's people, a pending one to
 * its owner, and an approval to the uploader as well.
 * @param before undefined for a new item
 * @param after undefined for one that was deleted
 */
export function triggersOf(
  before: ImageFacts | undefined,
  after: ImageFacts | undefined,
): NotificationTrigger[] {
  if (!after || after.status === 'rejected' || before?.status === after.status) return [];
  const at = (before && after.moderatedAt) ?? after.uploadedAt;
  const kinds: NotificationTrigger['kind'][] =
    after.status === 'pending' ? (before ? [] : ['pending']) : before ? ['new', 'approved'] : ['new'];
  return kinds.map((kind) => ({ kind, eventId: after.eventId, mediaId: after.id, at }));
}

/** One job for all occasions of one kind and event. */
export function notificationJobs(occasions: readonly NotificationTrigger[]): NotificationJob[] {
  const groups = Map.groupBy(occasions, ({ kind, eventId }) => `${kind} ${eventId}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const at = group.map((one) => one.at).reduce((a, b) => (a > b ? a : b));
    const mediaIds = [...new Set(group.map(({ mediaId }) => mediaId))];
    return [{ kind: first.kind, eventId: first.eventId, mediaIds, at }];
  });
}
