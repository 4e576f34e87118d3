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

/** How many items came, and how many of them are videos; null if that is not known. */
type Came = { itemCount: number; videoCount: number | null };

function itemsText({ itemCount, videoCount }: Came): string {
  if (videoCount === null) return `${itemCount} photos and videos`;
  const photoCount = itemCount - videoCount;
  const photos = photoCount === 1 ? '1 photo' : `${photoCount} photos`;
  const videos = videoCount === 1 ? '1 video' : `${videoCount} videos`;
  if (videoCount === 0) return photos;
  return photoCount === 0 ? videos : `${photos} and ${videos}`;
}

/** The one notification of an event whose uploads have rested. A press leads to its numbers. */
export function restNotification(
  event: Pick<EventRecord, 'id' | 'name'>,
  came: Came & { senderCount: number },
): PushMessage {
  const people = came.senderCount === 1 ? '1 person' : `${came.senderCount} people`;
  return {
    title: event.name,
    body: `${itemsText(came)} from ${people}`,
    url: `/event/${event.id}/numbers`,
    tag: `${event.id}:rested`,
  };
}
