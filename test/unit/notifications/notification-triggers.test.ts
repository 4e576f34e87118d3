import { describe, expect, it } from 'vitest';
import { triggersOf, notificationJobs } from '../../../functions/notifications/notification-triggers.ts';
import { idOf } from '../../fixtures/records.ts';
import { mediaChange } from '../../fixtures/stream-records.ts';

const UPLOADED = '2026-06-30T18:00:00.000Z';
const MODERATED = '2026-06-30T19:00:00.000Z';

describe('what of an item is an occasion', () => {
  it.each([
    [undefined, 'approved', ['new']],
    [undefined, 'pending', ['pending']],
    ['pending', 'approved', ['new', 'approved']],
    ['rejected', 'approved', ['new', 'approved']],
    ['pending', 'rejected', []],
    ['approved', 'rejected', []],
    ['approved', 'approved', []],
    ['pending', 'pending', []],
    ['approved', undefined, []],
    ['pending', undefined, []],
  ] as const)('%s → %s', (before, after, expected) => {
    expect(triggersOf(mediaChange({ before, after })).map(({ kind }) => kind)).toEqual(expected);
  });

  it('is as old as the upload, or as the decision', () => {
    const uploaded = mediaChange({ after: 'approved' }, { uploadedAt: UPLOADED });
    expect(triggersOf(uploaded)[0]?.at).toBe(UPLOADED);
    const approved = mediaChange({ before: 'pending', after: 'approved' }, { moderatedAt: MODERATED });
    expect(triggersOf(approved).map(({ at }) => at)).toEqual([MODERATED, MODERATED]);
  });

  it('is nothing else that happens', () => {
    expect(
      triggersOf({ kind: 'vote-cast', eventId: idOf('evt', 1), mediaId: idOf('med', 1), voter: 'user:u' }),
    ).toEqual([]);
  });
});

const at = (second: number): string => `2026-06-30T18:00:0${second}.000Z`;

describe('jobs', () => {
  it('are one for each kind and event, of the latest time, each item once', () => {
    const occasion = (kind: 'new' | 'pending', event: number, media: number, second: number) => ({
      kind,
      eventId: idOf('evt', event),
      mediaId: idOf('med', media),
      at: at(second),
    });
    const jobs = notificationJobs([
      occasion('new', 1, 1, 3),
      occasion('new', 2, 2, 2),
      occasion('new', 1, 3, 1),
      occasion('pending', 1, 4, 5),
      occasion('new', 1, 1, 3),
    ]);
    expect(jobs).toEqual([
      { kind: 'new', eventId: idOf('evt', 1), mediaIds: [idOf('med', 1), idOf('med', 3)], at: at(3) },
      { kind: 'new', eventId: idOf('evt', 2), mediaIds: [idOf('med', 2)], at: at(2) },
      { kind: 'pending', eventId: idOf('evt', 1), mediaIds: [idOf('med', 4)], at: at(5) },
    ]);
    expect(notificationJobs([])).toEqual([]);
  });
});
