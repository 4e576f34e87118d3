import { describe, expect, it } from 'vitest';
import { parseSortOrder, SORT_PARAMETER } from '../../../shared/values/sort-orders.ts';
import { withParameter } from '../../../web/src/lib/with-parameter.ts';

describe('the address of a gallery', () => {
  it.each([
    ['', 'uploadedAt'],
    ['?sort=votes', 'votes'],
    ['?sort=capturedAt&media=med_1', 'capturedAt'],
    ['?sort=uploadedAt', 'uploadedAt'],
    ['?sort=shuffled', 'uploadedAt'],
    ['?sort=', 'uploadedAt'],
    ['?sort=toString', 'uploadedAt'],
  ])('%j has the order %s', (search, sortBy) => {
    expect(parseSortOrder(new URLSearchParams(search).get(SORT_PARAMETER))).toBe(sortBy);
  });

  it('keeps the order when a photo is opened, stepped through and closed, and the other way round', () => {
    const opened = withParameter('?sort=votes', 'media', 'med_1');
    expect(String(opened)).toBe('sort=votes&media=med_1');
    const next = withParameter(opened, 'media', 'med_2');
    expect(String(next)).toBe('sort=votes&media=med_2');
    expect(String(withParameter(next, 'media', null))).toBe('sort=votes');
    expect(String(withParameter(next, 'sort', null))).toBe('media=med_2');
    expect(String(opened)).toBe('sort=votes&media=med_1');
  });
});
