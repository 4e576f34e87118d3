import { describe, expect, it } from 'vitest';
import {
  countRefusal,
  fileRefusal,
  MEDIA_UPLOADER,
  selectionRefusal,
  SIMPLE_UPLOADER,
} from '../../../shared/rules/upload-restrictions.ts';

const file = (size: number, more: object = {}) => ({ name: 'a.mp4', type: 'video/mp4', size, ...more });

describe('what an uploader takes', () => {
  it('is 10 files of 10 MB unless it is told otherwise, and 50 of 100 MB in the modal', () => {
    expect(SIMPLE_UPLOADER).toEqual({ maxFiles: 10, maxFileBytes: 10485760 });
    expect(MEDIA_UPLOADER).toMatchObject({ maxFiles: 50, maxFileBytes: 104857600 });
  });

  it.each([
    [10485760, {}, undefined],
    [10485761, {}, 'a.mp4 exceeds maximum allowed size of 10 MB'],
    [1535, { minFileBytes: 1536 }, 'This file is smaller than the allowed size of 1.5 KB'],
    [0, { minFileBytes: 1 }, 'This file is smaller than the allowed size of 1 byte'],
    [1, { allowedTypes: ['image/png', 'image/gif'] }, 'You can only upload: image/png, image/gif'],
    [1, { allowedTypes: ['video/mp4'] }, undefined],
  ])('a file of %i bytes under %j', (size, more, said) => {
    expect(fileRefusal(file(size), { ...SIMPLE_UPLOADER, ...more })).toBe(said);
  });

  it('is counted', () => {
    expect(countRefusal(9, SIMPLE_UPLOADER)).toBeUndefined();
    expect(countRefusal(10, SIMPLE_UPLOADER)).toBe('You can only upload 10 file(s)');
  });

  it.each([
    [[], { minFiles: 2 }, 'You have to select at least 2 file(s)'],
    [[file(600), file(700)], { maxTotalBytes: 1300 }, undefined],
    [
      [file(600), file(700)],
      { maxTotalBytes: 1024 },
      'You selected 1.3 KB of files, but maximum allowed size is 1 KB',
    ],
    [[file(1, { meta: { title: '' } })], { requiredMeta: ['title'] }, 'Missing required meta fields'],
    [[file(1, { meta: { title: 'Cake' } })], { requiredMeta: ['title'] }, undefined],
    [[], {}, undefined],
  ])('a selection %j under %j', (files, more, said) => {
    expect(selectionRefusal(files, { ...SIMPLE_UPLOADER, ...more })).toBe(said);
  });
});
