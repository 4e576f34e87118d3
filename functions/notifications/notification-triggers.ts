import type { Change } from '../domain/changes.ts';
import type { NotificationJob } from '../domain/job-messages.ts';

/** One reason to notify somebody. */
export type NotificationTrigger = {
  readonly kind: NotificationJob['kind'];
  readonly eventId: string;
  readonly mediaId: string;
  readonly at: string;
};

/**
 * What a change triggers: an approved item is announced to the event's subscribers, a pending one to its
 * owner, and an approval to the uploader as well.
 */
export function triggersOf(change: Change): NotificationTrigger[] {
  if (change.kind !== 'media-created' && change.kind !== 'media-changed') return [];
  const { before, after } = change;
  if (after.status === 'rejected' || before?.status === after.status) return [];
  const at = (before && after.moderatedAt) ?? after.uploadedAt;
  const kinds: NotificationTrigger['kind'][] =
    after.status === 'pending' ? (before ? [] : ['pending']) : before ? ['new', 'approved'] : ['new'];
  return kinds.map((kind) => ({ kind, eventId: after.eventId, mediaId: after.id, at }));
}

/** One job for all triggers of one kind and event. */
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
