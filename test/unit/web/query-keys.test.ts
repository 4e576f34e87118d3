import { expect, it } from 'vitest';
import { queryKeys } from '../../../web/src/lib/query-keys.ts';

it('only the lists of one kind begin with its key, so that no other is changed with it', () => {
  const guest = { guestId: 'gst_1' };
  const keys = [
    queryKeys.session,
    queryKeys.events,
    queryKeys.publicEvents,
    queryKeys.event('evt_1'),
    queryKeys.event('evt_2'),
    queryKeys.people('evt_1'),
    queryKeys.payments('evt_1'),
    queryKeys.numbers('evt_1'),
    queryKeys.gallery({ eventId: 'evt_1', sortBy: 'votes', guest }),
    queryKeys.gallery({ eventId: 'evt_1', sortBy: 'votes', guest: {} }),
    queryKeys.galleryPoll({ eventId: 'evt_1', guest }),
    queryKeys.mediaByStatus('evt_1', 'pending'),
    queryKeys.contributions({ eventId: 'evt_1', of: 'mine', guest }),
    queryKeys.timeline({ eventId: 'evt_1', guest }),
    queryKeys.highlights({ eventId: 'evt_1', guest }),
    queryKeys.item({ eventId: 'evt_1', mediaId: 'med_1', guest }),
  ].map((key) => JSON.stringify(key).slice(0, -1));
  for (const key of keys)
    expect(keys.filter((other) => other.startsWith(`${key},`) || other === key)).toEqual([key]);
});
