import { afterAll, describe, expect, test } from 'vitest';

const zone = process.env['TZ'];
// West of Greenwich, where a calendar day read as an instant is shown as the day before.
process.env['TZ'] = 'America/Los_Angeles';
const formats = await import('../../../web/src/lib/format.ts');
const { pluralize, formatDay, privacyLabel } = formats;
const { formatInstant, formatCapturedAt } = await import('../../../web/src/lib/format-instant.ts');

afterAll(() => {
  process.env['TZ'] = zone;
});

describe('formatDay', () => {
  test('shows the very day, whatever the zone', () => {
    expect(formatDay('2026-06-20')).toMatch(/20/);
    expect(formatDay('2026-01-01')).toMatch(/2026/);
  });

  test.each([null, undefined, '', '2026-13-40', 'soon'])('has nothing for %s', (day) =>
    expect(formatDay(day)).toBeUndefined(),
  );
});

describe('instants', () => {
  test('of a camera without a zone are its own wall time', () => {
    const item = { capturedAt: '2026-06-20T23:45:00.000Z', capturedAtZone: 'local' } as const;
    expect(formatCapturedAt(item)).toMatch(/20.*11:45|20.*23:45/);
  });

  test("with a zone are the viewer's time", () => {
    const item = { capturedAt: '2026-06-20T23:45:00.000Z', capturedAtZone: 'offset' } as const;
    expect(formatCapturedAt(item)).toMatch(/4:45|16:45/);
    expect(formatInstant('2026-06-20T23:45:00.000Z')).toMatch(/4:45|16:45/);
  });

  test('missing or invalid are Unknown', () => {
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

test('who may see an event is told by its word', () => {
  expect(['private', 'unlisted', 'public'].map(privacyLabel)).toEqual(['Private', 'Unlisted', 'Public']);
});
