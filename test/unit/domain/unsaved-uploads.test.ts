import { expect, it } from 'vitest';
import { SIGNED_URL_SECONDS } from '../../../functions/domain/file-lifetimes.ts';
import { uploadGivingWay } from '../../../functions/domain/unsaved-uploads.ts';

const now = new Date('2026-06-30T18:00:00Z');
const ago = (seconds: number) => now.getTime() / 1000 - seconds;

it('the oldest upload whose URL has expired gives way', () => {
  const unsaved = { fresh: ago(5), oldest: ago(SIGNED_URL_SECONDS + 9), old: ago(SIGNED_URL_SECONDS) };
  expect(uploadGivingWay(unsaved, now)).toBe('oldest');
});

it('while all URLs still work, the answer says when the first one does not', () => {
  const unsaved = { fresh: ago(5), older: ago(SIGNED_URL_SECONDS - 40) };
  expect(() => uploadGivingWay(unsaved, now)).toThrow(
    expect.objectContaining({ kind: 'too-many', code: 'too_many_unsaved', retryAfterSeconds: 40 }),
  );
});
