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
    [214, 37, '214 photos from 37 people'],
    [2, 1, '2 photos from 1 person'],
    [1, 1, '1 photo from 1 person'],
  ])('of an event that rests, %d from %d', (itemCount, senderCount, body) => {
    expect(restNotification(event, { itemCount, senderCount })).toEqual({
      title: 'Party',
      body,
      url: `/event/${event.id}/numbers`,
      tag: `${event.id}:rested`,
    });
  });
});
