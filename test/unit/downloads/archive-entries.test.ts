import { expect, it } from 'vitest';
import { listScopesOfArchive, archiveViewerOf } from '../../../functions/downloads/archive.ts';
import {
  type ArchiveItem,
  archiveEntries,
  downloadSource,
} from '../../../functions/downloads/archive-entries.ts';
import { listScopesFor } from '../../../functions/domain/visibility.ts';
import type { MediaRecord } from '../../../functions/domain/records.ts';
import { idOf, mediaRecord } from '../../fixtures/records.ts';

const facts = {
  width: 4000,
  height: 3000,
  durationSeconds: null,
  blur: null,
  color: null,
  perceptualHash: null,
  renditions: [
    { name: 'small.webp', width: 320, height: 240 },
    { name: 'screen.webp', width: 1600, height: 1200 },
  ],
  play: null,
  signals: null,
  download: { name: 'screen.webp', sizeBytes: 500, crc32: 5 },
};
const ready = (number: number, change: Partial<MediaRecord> = {}) =>
  mediaRecord(number, { facts, place: 'open', crc32: 1, ...change });
const evt = idOf('evt', 1);
const event = { name: 'Party', createdAt: '2026-06-01T00:00:00.000Z' };
const naming = { event, nameOf: () => 'Ana', numberOf: () => 12 };

it('the owner gets originals, others what others download, and nobody what there is not', () => {
  const media = ready(1);
  expect(downloadSource(media, 'owner')).toEqual({
    key: `media/originals/${evt}/${media.id}`,
    fileName: 'photo-1.jpg',
    isOriginal: true,
    sum: { sizeBytes: 1000, crc32: 1 },
  });
  expect(downloadSource(media, 'everyone')).toMatchObject({
    key: `media/open/${evt}/${media.id}/0/screen.webp`,
    sum: { sizeBytes: 500, crc32: 5 },
  });
  const copy = { name: 'copy.json', extension: 'jpg', sizeBytes: 900, crc32: 9 };
  expect(downloadSource(ready(1, { facts: { ...facts, copy } }), 'everyone')).toMatchObject({
    key: `media/originals/${evt}/${media.id}`,
    planKey: `media/open/${evt}/${media.id}/0/copy.json`,
    fileName: 'copy.jpg',
    sum: { sizeBytes: 900, crc32: 9 },
  });
  const standIn = { ...copy, name: 'copy.jpg', standIn: 'preview' as const };
  expect(downloadSource(ready(1, { facts: { ...facts, copy: standIn } }), 'everyone')).toEqual({
    key: `media/open/${evt}/${media.id}/0/copy.jpg`,
    fileName: 'copy.jpg',
    isOriginal: false,
    isPreview: true,
    sum: standIn,
  });
  const video = ready(2, { facts: { ...facts, play: 'play.mp4' } });
  // Its sum is of another file: it is not believed.
  expect(downloadSource(video, 'everyone')).toMatchObject({ fileName: 'play.mp4', sum: undefined });
  const unsupported = mediaRecord(3, { state: 'unsupported' });
  expect(downloadSource(unsupported, 'everyone')).toBeUndefined();
  expect(downloadSource(unsupported, 'owner')).toMatchObject({ sum: undefined });
  // Being moved by moderation: from where it belongs, or not at all.
  const moving = ready(4, { place: 'held', statusVersion: 1 });
  expect(downloadSource(moving, 'everyone')?.key).toBe(`media/open/${evt}/${moving.id}/1/screen.webp`);
});

const chosen = (viewer: 'owner' | 'everyone', items: MediaRecord[]): ArchiveItem[] =>
  items.flatMap((media) => {
    const source = downloadSource(media, viewer);
    return source?.sum ? [{ media, source, sum: source.sum }] : [];
  });

const items = [
  ready(1, { capturedAt: '2026-05-02T18:34:05.000Z', capturedAtZone: 'local' }),
  ready(2, {
    capturedAt: '2026-05-02T16:34:06.000Z',
    capturedAtZone: 'offset',
    capturedOffsetMinutes: 120,
  }),
  ready(3, { capturedAt: '2026-05-02T16:34:07.000Z', capturedAtZone: 'utc' }),
  ready(4, { originalName: 'scan.jpg' }),
];

it("files are named by the camera's wall time; a video's clock is the others'; what has no date says so", () => {
  const entries = archiveEntries(chosen('owner', items), { ...naming, viewer: 'owner' });
  expect(entries.map(({ name }) => name)).toEqual([
    '2026-05-02 18.34.05 Ana photo-1.jpg',
    '2026-05-02 18.34.06 Ana photo-2.jpg',
    '2026-05-02 18.34.07 Ana photo-3.jpg',
    'Unknown date Ana scan.jpg',
  ]);
});

it('others are told neither names of people nor of files', () => {
  const entries = archiveEntries(chosen('everyone', items), { ...naming, viewer: 'everyone' });
  expect(entries.map(({ name }) => name)).toEqual([
    '2026-05-02 18.34.05 (preview).webp',
    '2026-05-02 18.34.06 (preview).webp',
    '2026-05-02 18.34.07 (preview).webp',
    'Party 012 (preview).webp',
  ]);
  expect(JSON.stringify(entries)).not.toMatch(/Ana|photo-|scan|originals/);
});

it('a zone that is not known is not claimed', () => {
  const entries = archiveEntries(chosen('everyone', items), { ...naming, viewer: 'everyone' });
  expect(entries.map(({ unixSeconds }) => unixSeconds)).toEqual([
    null,
    Date.UTC(2026, 4, 2, 16, 34, 6) / 1000,
    Date.UTC(2026, 4, 2, 16, 34, 7) / 1000,
    Math.floor(Date.parse(items[3]?.uploadedAt ?? '') / 1000),
  ]);
});

it("the owner's ZIP holds what her gallery shows; everybody else's, what all see", () => {
  const event = { privacy: 'public', isPaid: false, isPaused: false } as const;
  const user = { kind: 'user', userId: 'aaaaaaaa-0000-4000-8000-000000000001' } as const;
  const cases = [
    [user, { role: 'owner', hasPaid: true, hasPlace: true, event }, 'owner'],
    [{ kind: 'anonymous' }, { role: 'anonymous', hasPaid: false, hasPlace: false, event }, 'everyone'],
  ] as const;
  for (const [caller, standing, viewer] of cases) {
    expect(archiveViewerOf(standing)).toBe(viewer);
    expect(listScopesOfArchive(viewer)).toEqual(listScopesFor(caller, standing));
  }
  expect(archiveViewerOf({ role: 'participant', hasPaid: true, hasPlace: true, event })).toBe('everyone');
});
