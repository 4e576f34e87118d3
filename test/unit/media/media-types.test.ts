import { describe, expect, it } from 'vitest';
import { MAX_FILES, MAX_FILE_BYTES } from '../../../shared/values/file-limits.ts';
import {
  MEDIA_TYPES,
  acceptAttribute,
  isAcceptedType,
  mediaType,
  mediaTypeOfFile,
} from '../../../shared/values/media-types.ts';

const specified = [
  'image/jpeg',
  'image/jpg',
  'image/png',
  'image/gif',
  'image/webp',
  'image/bmp',
  'image/svg+xml',
  'video/mp4',
  'video/quicktime',
  'video/x-msvideo',
  'video/x-ms-wmv',
  'video/webm',
  'video/ogg',
  'video/3gpp',
  'video/3gpp2',
];

describe('the table of media types', () => {
  it('accepts the fifteen names of the specification and no other', () => {
    const accepted = MEDIA_TYPES.filter((type) => type.accepted).flatMap((type) => [
      type.mime,
      ...type.aliases,
    ]);
    expect(accepted.toSorted()).toEqual(specified.toSorted());
    expect(specified.every(isAcceptedType)).toBe(true);
  });

  it('knows HEIC, HEIF and AVIF, and refuses them', () => {
    for (const mime of ['image/heic', 'image/heif', 'image/avif']) {
      expect(mediaType(mime)?.accepted).toBe(false);
      expect(isAcceptedType(mime)).toBe(false);
    }
  });

  it('reads names without regard to case and parameters', () => {
    expect(isAcceptedType(' Video/WebM; codecs=vp9')).toBe(true);
    expect(mediaType('image/jpg')?.mime).toBe('image/jpeg');
    expect(isAcceptedType('')).toBe(false);
    expect(isAcceptedType('image/tiff')).toBe(false);
  });

  it('has each name and each extension once', () => {
    const names = MEDIA_TYPES.flatMap((type) => [type.mime, ...type.aliases]);
    const extensions = MEDIA_TYPES.flatMap((type) => type.extensions);
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(extensions).size).toBe(extensions.length);
  });

  it('has the limits of the specification', () => {
    expect([MAX_FILES, MAX_FILE_BYTES]).toEqual([50, 104857600]);
  });
});

describe('the file picker', () => {
  it('offers JPEG first and nothing that would let a phone send HEIC', () => {
    expect(acceptAttribute.startsWith('image/jpeg,')).toBe(true);
    expect(acceptAttribute).not.toMatch(/hei[cf]|avif|\*/);
  });

  it('judges by the declared type, and by the extension only without one', () => {
    expect(mediaTypeOfFile({ name: 'a.JPG', type: '' })?.mime).toBe('image/jpeg');
    expect(mediaTypeOfFile({ name: 'a.3gp', type: '' })?.kind).toBe('video');
    expect(mediaTypeOfFile({ name: 'a.jpg', type: 'text/html' })).toBeUndefined();
    expect(mediaTypeOfFile({ name: 'noextension', type: '' })).toBeUndefined();
  });
});
