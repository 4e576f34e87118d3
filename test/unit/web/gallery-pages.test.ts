import { describe, expect, it } from 'vitest';
import type { MediaView } from '../../../shared/contract/entities.ts';
import { itemsOf, type MediaPages } from '../../../web/src/changes/media-pages.ts';
import {
  newItemsIn,
  insertItem,
  mergeFirstPage,
  withoutItems,
  mapItems,
} from '../../../web/src/changes/merge-pages.ts';

/** An item uploaded at this minute; the larger, the newer. */
const item = (minute: number, more: Partial<MediaView> = {}) =>
  ({
    id: `med_${minute}`,
    uploadedAt: `2026-06-20T12:${String(minute).padStart(2, '0')}:00.000Z`,
    capturedAt: null,
    voteCount: 0,
    ...more,
  }) as MediaView;
const pagesOf = (...pages: number[][]): MediaPages => ({
  pages: pages.map((minutes, index) => ({
    items: minutes.map((minute) => item(minute)),
    nextCursor: index === pages.length - 1 ? 'more' : `page-${index + 1}`,
  })),
  pageParams: pages.map((_, index) => (index === 0 ? null : `page-${index}`)),
});
const isIt = ({ id }: MediaView) => id === 'med_8';
const minutes = (data: MediaPages) => itemsOf(data.pages).map(({ id }) => Number(id.slice(4)));

describe('pages of a gallery', () => {
  it('list an item once that is on two pages', () => {
    expect(minutes(pagesOf([9, 8], [8, 7]))).toEqual([9, 8, 7]);
  });

  it('change or remove an item in place', () => {
    const data = pagesOf([9, 8], [7]);
    const voted = mapItems(data, (other) => (isIt(other) ? { ...other, voteCount: 3 } : other));
    expect(itemsOf(voted.pages).map(({ voteCount }) => voteCount)).toEqual([0, 3, 0]);
    expect(minutes(mapItems(data, (other) => (isIt(other) ? null : other)))).toEqual([9, 7]);
    expect(mapItems(data, (other) => other)).toBe(data);
  });

  it('insert a new item at its position', () => {
    const data = pagesOf([9, 8], [6, 5]);
    expect(minutes(insertItem(data, item(10), 'uploadedAt'))).toEqual([10, 9, 8, 6, 5]);
    expect(minutes(insertItem(data, item(7), 'uploadedAt'))).toEqual([9, 8, 7, 6, 5]);
    expect(minutes(insertItem(data, item(8), 'uploadedAt'))).toEqual([9, 8, 6, 5]);
    // Without votes it is not ranked, and the position of the last one is on a page that is not loaded.
    expect(minutes(insertItem(data, item(10), 'votes'))).toEqual([9, 8, 6, 5]);
    expect(minutes(insertItem(data, item(1), 'uploadedAt'))).toEqual([9, 8, 6, 5]);
  });

  it('insert the first item of an empty gallery', () => {
    const empty: MediaPages = { pages: [{ items: [], nextCursor: null }], pageParams: [null] };
    expect(minutes(insertItem(empty, item(1), 'uploadedAt'))).toEqual([1]);
  });
});

const fresh = (list: number[], nextCursor: string | null) => ({
  items: list.map((minute) => item(minute, { voteCount: 1 })),
  nextCursor,
});

describe('a fresh first page', () => {
  it('replaces the items in its range and keeps the rest', () => {
    const merged = mergeFirstPage(pagesOf([9, 8, 7, 6], [5, 4]), fresh([11, 9, 7], 'after-7'), 'uploadedAt');
    // 8 is in the fresh page's range but not on it, so it is gone. 6, 5 and 4 are beyond its range.
    expect(minutes(merged)).toEqual([11, 9, 7, 6, 5, 4]);
    expect(merged.pages.map(({ nextCursor }) => nextCursor)).toEqual(['page-1', 'more']);
    expect(merged.pageParams).toEqual([null, 'page-1']);
    expect(itemsOf(merged.pages)[1]?.voteCount).toBe(1);
  });

  it('replaces a list that it does not overlap, so that no item in between is missed', () => {
    const replaced = mergeFirstPage(pagesOf([9, 8], [7]), fresh([40, 30, 20], 'after-20'), 'uploadedAt');
    expect(minutes(replaced)).toEqual([40, 30, 20]);
    expect(replaced.pages.map(({ nextCursor }) => nextCursor)).toEqual(['after-20']);
  });

  it('tells which of its items are new within the loaded range', () => {
    const arrivals = (data: MediaPages, page: ReturnType<typeof fresh>) =>
      newItemsIn(data, page, 'uploadedAt').map(({ id }) => id);
    // 7 was approved late; 3 is beyond the loaded range.
    expect(arrivals(pagesOf([9, 8], [6, 5]), fresh([10, 9, 8, 7, 6, 5, 3], 'more'))).toEqual([
      'med_10',
      'med_7',
    ]);
    const complete = { ...pagesOf([9]), pages: [{ items: [item(9)], nextCursor: null }] };
    expect(arrivals(complete, fresh([9, 3], null))).toEqual(['med_3']);
    expect(minutes(withoutItems(pagesOf([9, 8], [6]), [item(8), item(6)]))).toEqual([9]);
  });

  it('replaces the whole list if it is the last page or covers everything', () => {
    expect(minutes(mergeFirstPage(pagesOf([9, 8]), fresh([11], null), 'uploadedAt'))).toEqual([11]);
    const covered = mergeFirstPage(pagesOf([9, 8]), fresh([11, 10, 9, 8, 7], 'after-7'), 'uploadedAt');
    expect(minutes(covered)).toEqual([11, 10, 9, 8, 7]);
    expect(covered.pages.at(-1)?.nextCursor).toBe('after-7');
  });
});
