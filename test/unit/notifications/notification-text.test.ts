import { describe, expect, it } from 'vitest';
import { notificationFor, restNotification } from '../../../functions/notifications/notification-text.ts';
import { eventRecord } from '../../fixtures/records.ts';

const event = eventRecord();

describe('the message', () => {
  it.each([
    ['new', 1, 'New photo'],
    ['new', 3, '3 new photos'],
    ['pending', 1, '1 photo waits for your approval'],
    ['pending', 2, '2 photos wait for your approval'],
    ['approved', 1, 'Your photo was approved'],
    ['approved', 2, '2 of your photos were approved'],
  ] as const)('%s, %d', (kind, count, body) => {
    expect(notificationFor(event, { kind, count })).toEqual({
      title: 'Party',
      body,
      url: `/event/${event.id}`,
      tag: `${event.id}:${kind}`,
    });
  });

  it.each([
    [214, 0, 37, '214 photos from 37 people'],
    [2, 0, 1, '2 photos from 1 person'],
    [1, 0, 1, '1 photo from 1 person'],
    [214, 3, 37, '211 photos and 3 videos from 37 people'],
    [2, 1, 1, '1 photo and 1 video from 1 person'],
    [2, 2, 2, '2 videos from 2 people'],
    [12_000, null, 300, '12000 photos and videos from 300 people'],
  ])('of an event that rests, %d, %s of them videos, from %d', (itemCount, videoCount, senderCount, body) => {
    expect(restNotification(event, { itemCount, videoCount, senderCount })).toEqual({
      title: 'Party',
      body,
      url: `/event/${event.id}/numbers`,
      tag: `${event.id}:rested`,
    });
  });
});
