import { expect, it } from 'vitest';
import type { Change } from '../../../functions/domain/changes.ts';
import type { MediaRecord } from '../../../functions/domain/records.ts';
import { DEPARTURE_PAUSE_SECONDS, OVERLAP_SECONDS } from '../../../functions/domain/live-update-times.ts';
import { liveJobs } from '../../../functions/live-updates/live-jobs.ts';
import { mediaRecord } from '../../fixtures/records.ts';

const NOW = new Date('2026-06-30T18:00:00.000Z');
const shown = mediaRecord(1, {
  status: 'approved',
  state: 'ready',
  place: 'open',
  placeVersion: 1,
  statusVersion: 1,
});
const { eventId, id } = shown;

const changed = (before: Partial<MediaRecord>, after: Partial<MediaRecord>): Change => ({
  kind: 'media-changed',
  before: { ...shown, ...before },
  after: { ...shown, ...after },
});
const told = { kind: 'changed', eventId, items: [], votes: [], gone: [] } as const;

it.each<[string, Change, object[]]>([
  ['is prepared', changed({ state: 'processing' }, {}), [{ ...told, items: [id] }]],
  ['cannot be shown', changed({ state: 'processing' }, { state: 'unsupported' }), [{ ...told, items: [id] }]],
  ['is approved, and its files not moved yet', changed({ status: 'pending' }, { statusVersion: 2 }), []],
  [
    'has its files where everybody may read them',
    changed({ placeVersion: 0 }, {}),
    [{ ...told, items: [id] }],
  ],
  ['is rejected', changed({}, { status: 'rejected' }), [{ ...told, gone: [id] }]],
  ['is deleted', { kind: 'media-deleted', before: shown }, [{ ...told, gone: [id] }]],
  ['got a vote', changed({}, { voteCount: 7 }), [{ ...told, votes: [id] }]],
  ['changed in what nobody sees', changed({}, { crc32: 5 }), []],
  ['arrives and is not prepared', { kind: 'media-created', after: { ...shown, state: 'processing' } }, []],
  ['waits for approval', changed({ status: 'pending', state: 'processing' }, { status: 'pending' }), []],
  ['waited, and is rejected', changed({ status: 'pending' }, { status: 'rejected' }), []],
  ['was rejected, and is deleted', { kind: 'media-deleted', before: { ...shown, status: 'rejected' } }, []],
])('an item that %s', (_what, change, jobs) => {
  expect(liveJobs([change], NOW)).toEqual(jobs);
});

it('what happens in an event together is told together, each item once', () => {
  const other = { ...shown, id: 'med_other' };
  const changes: Change[] = [
    changed({}, { voteCount: 7 }),
    changed({ voteCount: 7 }, { voteCount: 8 }),
    { kind: 'media-deleted', before: other },
    { kind: 'media-deleted', before: { ...shown, eventId: 'evt_other' } },
  ];
  expect(liveJobs(changes, NOW)).toEqual([
    { ...told, votes: [id], gone: ['med_other'] },
    { ...told, eventId: 'evt_other', gone: [id] },
  ]);
});

it('however many lost access to an event, its listeners move once', () => {
  const lost: Change = { kind: 'access-lost', eventId, byOwnWish: false };
  const left: Change = { ...lost, byOwnWish: true };
  const at = NOW.toISOString();
  expect(liveJobs([left, lost, lost], NOW)).toEqual([
    { kind: 'move', eventId, at, pauseSeconds: OVERLAP_SECONDS },
  ]);
  expect(liveJobs([left, left], NOW)).toEqual([
    { kind: 'move', eventId, at, pauseSeconds: DEPARTURE_PAUSE_SECONDS },
  ]);
});
