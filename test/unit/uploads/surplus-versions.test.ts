import { expect, it } from 'vitest';
import { UNSAVED_SECONDS } from '../../../functions/domain/unsaved-uploads.ts';
import type { ArrivedVersion } from '../../../functions/storage/upload-versions.ts';
import { surplusVersions, type UploadFate } from '../../../functions/uploads/surplus-versions.ts';
import { MAX_FILE_BYTES } from '../../../shared/values/file-limits.ts';

const now = new Date('2026-06-30T18:00:00Z');
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);
const version = (versionId: string, change: Partial<ArrivedVersion> = {}): ArrivedVersion => ({
  uploadId: 'upl',
  versionId,
  isLatest: false,
  sizeBytes: 3,
  arrivedAt: ago(60),
  ...change,
});
const tooLarge = { sizeBytes: MAX_FILE_BYTES + 1 };
const removed = (fate: UploadFate, ...versions: ArrivedVersion[]) =>
  surplusVersions(versions, { fate, now }).map(({ versionId }) => versionId);

it('of an unsaved upload only the latest version stays, for less than a day', () => {
  const latest = { isLatest: true };
  expect(removed('unsaved', version('new', latest), version('old'))).toEqual(['old']);
  expect(removed('unsaved', version('new', { ...latest, sizeBytes: MAX_FILE_BYTES }))).toEqual([]);
  expect(removed('unsaved', version('new', { ...latest, ...tooLarge }))).toEqual(['new']);
  const dueIn = (seconds: number) => version('new', { ...latest, arrivedAt: ago(UNSAVED_SECONDS - seconds) });
  expect(removed('unsaved', dueIn(1))).toEqual([]);
  expect(removed('unsaved', dueIn(0))).toEqual(['new']);
  const marker = version('marker', { ...latest, sizeBytes: undefined });
  expect(removed('unsaved', marker, version('old'))).toEqual(['old']);
});

it('nothing stays of what is saved, and of what nobody knows', () => {
  const versions = [version('new', { isLatest: true }), version('old')];
  expect(removed('saved', ...versions)).toEqual(['new', 'old']);
  expect(removed('unknown', ...versions)).toEqual(['new', 'old']);
});

it('what is saved but has no original yet stays, however old, whichever version it is', () => {
  const old = { arrivedAt: ago(6 * 24 * 3600) };
  const versions = [version('new', { isLatest: true, ...tooLarge }), version('saved', old)];
  expect(removed('uncopied', ...versions)).toEqual(['new']);
});
