import { describe, expect, it } from 'vitest';
import { chaptersOf } from '../../../functions/highlights/chapters.ts';
import { TimeSpread } from '../../../functions/highlights/spread-over-time.ts';

const at = (...moments: number[]) => moments.map((momentMs) => ({ momentMs }));

const chapters = (...moments: number[]): number[][] =>
  chaptersOf(at(...moments))
    .map((chapter) => chapter.map(({ momentMs }) => momentMs))
    .sort(([a = 0], [b = 0]) => a - b);

describe('the chapters of an event', () => {
  it('are what pauses part that are clearly longer than what they part', () => {
    expect(chapters(0, 1, 2, 10, 11, 20)).toEqual([[0, 1, 2], [10, 11], [20]]);
  });

  it('are as long as can be', () => {
    expect(chapters(0, 1, 8, 9, 1000, 1001, 1008)).toEqual([
      [0, 1, 8, 9],
      [1000, 1001, 1008],
    ]);
  });

  it('are single photos where none are clearly closer than others', () => {
    expect(chapters(0, 30, 60, 90)).toEqual([[0], [30], [60], [90]]);
    expect(chapters(0, 30, 61, 90)).toEqual([[0], [30], [61], [90]]);
  });

  it('keep together what has one moment, and are one where all have', () => {
    expect(chapters(5, 5, 6, 6)).toEqual([
      [5, 5],
      [6, 6],
    ]);
    expect(chapters(5, 5, 5)).toEqual([[5, 5, 5]]);
    expect(chapters()).toEqual([[]]);
  });

  it('are found where five thousand pauses grow one by one', () => {
    const growing = Array.from({ length: 5000 }, (_, number) => number * (number + 9));
    expect(chapters(...growing)).toHaveLength(5000);
  });
});

describe('turns', () => {
  it('go to chapters without a photo, then to the chapters of chapters, then to all', () => {
    const photos = at(0, 1, 2, 10, 11, 1000, 1001);
    const turns = new TimeSpread(photos);
    const due = (): number[] => photos.filter((one) => turns.isDue(one)).map(({ momentMs }) => momentMs);
    const take = (moment: number): void => {
      const photo = photos.find(({ momentMs }) => momentMs === moment);
      if (photo) turns.take(photo);
    };
    expect(due()).toEqual([0, 1, 2, 10, 11, 1000, 1001]);
    take(1);
    expect(due()).toEqual([1000, 1001]);
    take(1001);
    expect(due()).toEqual([10, 11, 1000]);
    take(1000);
    expect(due()).toEqual([10, 11]);
    take(10);
    expect(due()).toEqual([0, 2, 11]);
  });
});
