import { describe, expect, it } from 'vitest';
import { captureDayHeading, captureDaysOf, momentsOf } from '../../../shared/rules/timeline.ts';

const viewer = { timeZone: 'Europe/Berlin', locale: 'en-US' };
const at = (uploadedAt: string) => ({ uploadedAt: `${uploadedAt}:00.000Z` });
const plain = (text: string) => text.replaceAll('\u202f', ' ');

const many = (count: number) => Array.from({ length: count }, () => at('2026-06-20T12:00'));
const captured = (
  capturedAt: string | null,
  capturedAtZone: 'utc' | 'offset' | 'local' | null = 'offset',
) => ({
  capturedAt,
  capturedAtZone,
});

describe('moments of a timeline', () => {
  it('holds two hours of the viewer’s day each', () => {
    const moments = momentsOf(
      // 13:59, 14:00 and 15:59 in Berlin, then 14:00 of the next day.
      [at('2026-06-20T11:59'), at('2026-06-20T12:00'), at('2026-06-20T13:59'), at('2026-06-21T12:00')],
      viewer,
    );
    expect(moments.map(({ items }) => items.length)).toEqual([1, 2, 1]);
    expect(moments.map(({ label }) => plain(label))).toEqual([
      'Sat, Jun 20, 12:00 PM – 2:00 PM',
      'Sat, Jun 20, 2:00 PM – 4:00 PM',
      'Sun, Jun 21, 2:00 PM – 4:00 PM',
    ]);
    expect(moments.map(({ description }) => plain(description))).toEqual([
      '12:00 PM - 1 moment(s)',
      '2:00 PM - 2 moment(s)',
      '2:00 PM - 1 moment(s)',
    ]);
  });

  it('names its moments by their order, then by number', () => {
    const items = Array.from({ length: 10 }, (_, index) =>
      at(`2026-06-${String(index + 1).padStart(2, '0')}T09:00`),
    );
    expect(momentsOf(items, viewer).map(({ number, title }) => `${number} ${title}`)).toEqual([
      '1 Getting Started',
      '2 The Energy Builds',
      '3 Peak Moments',
      '4 Special Memories',
      '5 Grand Finale',
      '6 Celebration Continues',
      '7 Final Moments',
      '8 Lasting Impressions',
      '9 Moment 9',
      '10 Moment 10',
    ]);
  });

  it('shows six and counts the rest', () => {
    expect(momentsOf(many(6), viewer)[0]).toMatchObject({ more: null });
    const [moment] = momentsOf(many(9), viewer);
    expect(moment?.thumbnails).toHaveLength(6);
    expect(moment?.more).toBe('+3 more photos');
  });

  it('stays right through the night when clocks change', () => {
    // Berlin, 2026-03-29: 01:30 and, an hour of the day later, 03:30 on the clock.
    const moments = momentsOf([at('2026-03-29T00:30'), at('2026-03-29T01:30')], viewer);
    expect(moments.map(({ label }) => plain(label))).toEqual([
      'Sun, Mar 29, 12:00 AM – 2:00 AM',
      'Sun, Mar 29, 2:00 AM – 4:00 AM',
    ]);
  });
});

describe('days of capture', () => {
  it('lists the oldest day first and undated items last', () => {
    const days = captureDaysOf(
      [captured(null, null), captured('2026-06-21T10:00:00.000Z'), captured('2026-06-20T10:00:00.000Z')],
      viewer,
    );
    expect(days.map(({ day, title }) => [day, title])).toEqual([
      ['2026-06-20', 'June 20, 2026'],
      ['2026-06-21', 'June 21, 2026'],
      ['', 'Unknown Date'],
    ]);
  });

  it('shifts what knows its zone to the viewer’s day, and leaves wall time alone', () => {
    const late = '2026-06-20T23:30:00.000Z';
    expect(captureDaysOf([captured(late, 'offset')], viewer)[0]?.day).toBe('2026-06-21');
    expect(captureDaysOf([captured(late, 'local')], viewer)[0]?.day).toBe('2026-06-20');
  });

  it('takes an unreadable date for none', () => {
    expect(captureDaysOf([captured('no date', 'local')], viewer)[0]?.title).toBe('Unknown Date');
  });

  it('heads a day with its count', () => {
    expect(captureDayHeading({ title: 'June 20, 2026', count: 1 })).toBe('June 20, 2026 | 1 photo');
    expect(captureDayHeading({ title: 'June 20, 2026', count: 2 })).toBe('June 20, 2026 | 2 photos');
    expect(captureDayHeading({ title: 'June 20, 2026', count: 1, mayContinue: true })).toBe(
      'June 20, 2026 | 1+ photos',
    );
  });
});

describe('a phone of three years ago', () => {
  it('has no Map.groupBy', () => {
    const { groupBy } = Map;
    try {
      Object.assign(Map, { groupBy: undefined });
      expect(momentsOf(many(2), viewer)).toHaveLength(1);
      expect(captureDaysOf([captured('2026-06-20T12:00:00Z')], viewer)).toHaveLength(1);
    } finally {
      Object.assign(Map, { groupBy });
    }
  });
});
