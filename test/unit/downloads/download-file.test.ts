import { describe, expect, it } from 'vitest';
import { downloadedFile } from '../../../functions/downloads/download-file.ts';
import type { MediaRecord } from '../../../functions/domain/records.ts';
import { mediaRecord } from '../../fixtures/records.ts';

const capturedAt = '2026-06-30T22:30:05.000Z';

describe('a single download is called', () => {
  it.each<[string, Partial<MediaRecord>, string]>([
    [
      'by the clock of a camera east of UTC',
      { capturedAtZone: 'offset', capturedOffsetMinutes: 120 },
      '2026-07-01 00.30.05.webp',
    ],
    [
      'by the clock of a camera west of UTC',
      { capturedAtZone: 'offset', capturedOffsetMinutes: -570 },
      '2026-06-30 13.00.05.webp',
    ],
    ['by the clock of a camera that told no zone', { capturedAtZone: 'local' }, '2026-06-30 22.30.05.webp'],
    ['by UTC where the file told the instant alone', { capturedAtZone: 'utc' }, '2026-06-30 22.30.05.webp'],
    ['by no date where it has none', { capturedAt: null, capturedAtZone: null }, 'Unknown date.webp'],
  ])('%s', (_, change, name) => {
    expect(downloadedFile(mediaRecord(1, { capturedAt, ...change }), 'screen.mf3k9a.webp')).toBe(name);
  });
});
