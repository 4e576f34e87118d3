import { describe, expect, it } from 'vitest';
import { assertAcceptedFile } from '../../../functions/domain/file-refusals.ts';
import { MAX_FILE_BYTES } from '../../../shared/values/file-limits.ts';

describe('a file', () => {
  it.each([
    { contentType: 'image/jpeg', fileSize: MAX_FILE_BYTES },
    { contentType: 'video/mp4', fileSize: 1 },
    {},
  ])('is accepted: %j', (declared) => {
    expect(() => assertAcceptedFile(declared)).not.toThrow();
  });

  it.each([
    [{ contentType: 'image/jpeg', fileSize: MAX_FILE_BYTES + 1 }, 'too-large', 'file_too_large'],
    [{ contentType: 'image/heic', fileSize: 1 }, 'unsupported-type', 'unsupported_media_type'],
    [{ contentType: 'text/html' }, 'unsupported-type', 'unsupported_media_type'],
  ])('is refused: %j is %s', (declared, kind, code) => {
    expect(() => assertAcceptedFile(declared)).toThrow(expect.objectContaining({ kind, code }));
  });
});
