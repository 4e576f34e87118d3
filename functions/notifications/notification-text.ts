import type { PushMessage } from '../../shared/contract/notifications.ts';
import type { NotificationJob } from '../domain/job-messages.ts';
import type { EventRecord } from '../domain/records.ts';

type Kind = NotificationJob['kind'];

/** The notification. A later one of the same kind and event replaces it on the screen. */
export function notificationFor(
  event: Pick<EventRecord, 'id' | 'name'>,
  occasion: { kind: Kind; count: number },
): PushMessage {
  return {
    title: event.name,
    body: bodyOf(occasion),
    url: `/event/${event.id}`,
    tag: `${event.id}:${occasion.kind}`,
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

/** The one notification of an event whose uploads have rested. A press leads to its numbers. */
export function restNotification(
  event: Pick<EventRecord, 'id' | 'name'>,
  { itemCount, senderCount }: { itemCount: number; senderCount: number },
): PushMessage {
  const photos = itemCount === 1 ? '1 photo' : `${itemCount} photos`;
  const people = senderCount === 1 ? '1 person' : `${senderCount} people`;
  return {
    title: event.name,
    body: `${photos} from ${people}`,
    url: `/event/${event.id}/numbers`,
    tag: `${event.id}:rested`,
  };
}
