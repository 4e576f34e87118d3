import { afterAll, describe, expect, test } from 'vitest';

const zone = process.env['TZ'];
// West of Greenwich, where a calendar day parsed as an instant would be shown as the day before.
process.env['TZ'] = 'America/Los_Angeles';
const { formatDay } = await import('../../../shared/values/calendar-day.ts');
const { pluralize } = await import('../../../web/src/lib/pluralize.ts');
const { privacyLabel } = await import('../../../web/src/lib/privacy-label.ts');
const { formatLength } = await import('../../../web/src/lib/format-length.ts');
const { formatInstant, formatCapturedAt } = await import('../../../web/src/lib/format-instant.ts');

afterAll(() => {
  process.env['TZ'] = zone;
});

describe('formatDay', () => {
  test('shows the same day in every time zone', () => {
    expect(formatDay('2026-06-20')).toMatch(/20/);
    expect(formatDay('2026-01-01')).toMatch(/2026/);
  });

  test('is in the language that is asked for, whatever the last one was', () => {
    expect(['de', 'en-US', 'de'].map((language) => formatDay('2026-06-20', language))).toEqual([
      '20. Juni 2026',
      'June 20, 2026',
      '20. Juni 2026',
    ]);
  });

  test.each([null, undefined, '', '2026-13-40', 'soon'])('returns undefined for %s', (day) =>
    expect(formatDay(day)).toBeUndefined(),
  );
});

describe('instants', () => {
  test('of a camera without a zone are shown as its wall time', () => {
    const item = { capturedAt: '2026-06-20T23:45:00.000Z', capturedAtZone: 'local' } as const;
    expect(formatCapturedAt(item)).toMatch(/20.*11:45|20.*23:45/);
  });

  test('with a zone are shown in the viewer’s time', () => {
    const item = { capturedAt: '2026-06-20T23:45:00.000Z', capturedAtZone: 'offset' } as const;
    expect(formatCapturedAt(item)).toMatch(/4:45|16:45/);
    expect(formatInstant('2026-06-20T23:45:00.000Z')).toMatch(/4:45|16:45/);
  });

  test('that are missing or invalid are Unknown', () => {
    expect(formatInstant(null)).toBe('Unknown');
    expect(formatInstant('yesterday')).toBe('Unknown');
    expect(formatCapturedAt({ capturedAt: null, capturedAtZone: null })).toBe('Unknown');
  });
});

test.each([
  [0, '0 photos'],
  [1, '1 photo'],
  [12, '12 photos'],
])('%i is "%s"', (count, text) => expect(pluralize(count, 'photo')).toBe(text));

test('privacy labels are capitalized', () => {
  expect(['private', 'unlisted', 'public'].map(privacyLabel)).toEqual(['Private', 'Unlisted', 'Public']);
});

test.each([
  [0.4, '0:00'],
  [7, '0:07'],
  [59.6, '1:00'],
  [754, '12:34'],
  [4503, '75:03'],
])('a video of %d seconds is %s long', (seconds, text) => expect(formatLength(seconds)).toBe(text));
