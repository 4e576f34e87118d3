import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  archiveFileName,
  downloadName,
  uniqueNames,
} from '../../../functions/downloads/download-file-names.ts';
import type { MediaRecord } from '../../../functions/domain/records.ts';
import { MEDIA_TYPES } from '../../../shared/values/media-types.ts';
import { anyCharacter } from '../../fixtures/any-character.ts';
import { mediaRecord } from '../../fixtures/records.ts';

const time = '2026-05-02 18.34.05';
const dated = { capturedAt: '2026-05-02T18:34:05.000Z', capturedAtZone: 'local' } as const;
const undated = { capturedAt: null, capturedAtZone: null, uploadedAt: '2026-05-02T18:00:09.900Z' } as const;
const event = { name: 'Ana & Ben', createdAt: '2026-05-01T18:00:00.000Z' };
const original = (originalName: string, uploader = 'Ana', change: Partial<MediaRecord> = {}) =>
  downloadName(mediaRecord(1, { ...dated, mimeType: 'image/jpeg', originalName, ...change }), { uploader });
const clean = (change: Partial<MediaRecord>, name = event.name, number?: number) =>
  downloadName(mediaRecord(1, change), { extension: 'webp', event: { ...event, name }, number });

describe("an original's name", () => {
  it.each([
    ['IMG_0001.JPG', `${time} Ana IMG_0001.JPG`],
    // What is no extension of the type is a part of the name.
    ['IMG_0001.HEIC', `${time} Ana IMG_0001.HEIC.jpg`],
    ['IMG_2041.hta', `${time} Ana IMG_2041.hta.jpg`],
    ['index.html', `${time} Ana index.html.jpg`],
    ['photo', `${time} Ana photo.jpg`],
    ['.jpg', `${time} Ana jpg.jpg`],
    ['../../etc/passwd.jpg', `${time} Ana -..-etc-passwd.jpg`],
    ['C:\\fakepath\\a?b*.jpg', `${time} Ana C--fakepath-a-b-.jpg`],
    ['a\u0000\nb\u202Egpj.exe.jpg', `${time} Ana abgpj.exe.jpg`],
    ['z\u200Be\u2060r\uFEFFo\u3164.jpg', `${time} Ana zero.jpg`],
    // Decomposed, as macOS writes it, becomes composed.
    ['Cafe\u0301.jpeg', `${time} Ana Caf\u00e9.jpeg`],
    ['end. . .jpg', `${time} Ana end.jpg`],
  ])('of %j is %j', (originalName, name) => expect(original(originalName)).toBe(name));

  it('has no gap where the uploader is gone, and says where no date is known', () => {
    expect(original('a.jpg', '')).toBe(`${time} a.jpg`);
    expect(original('a.jpg', ' / ')).toBe(`${time} - a.jpg`);
    expect(original('scan.jpg', 'Ana', undated)).toBe('Unknown date Ana scan.jpg');
  });

  it.each(['image/x-unknown', ''])(
    'of a type that is not known (%j) has no extension of its own',
    (mimeType) => {
      expect(original('a.exe', 'Ana', { mimeType })).toBe(`${time} Ana a.exe.bin`);
    },
  );
});

const capturedAt = '2026-06-30T22:30:05.000Z';
const at = (uploadedAt: string) => clean({ ...undated, uploadedAt });

describe("everybody else's copy is called", () => {
  it.each<[string, Partial<MediaRecord>, string, number?]>([
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
    ['by event and number where it has no date', undated, 'Ana & Ben 007.webp', 7],
    ['by the thousand', undated, 'Ana & Ben 1234.webp', 1234],
    ['by its date in spite of a number', { capturedAtZone: 'utc' }, '2026-06-30 22.30.05.webp', 7],
    ['by event and seconds if an earlier release processed it', undated, 'Ana & Ben 00086409.webp'],
  ])('%s', (_, change, name, number) =>
    expect(clean({ capturedAt, ...change }, event.name, number)).toBe(name),
  );

  it('a preview if it is smaller than the original', () => {
    const file = { extension: 'jpg', event, number: undefined, isPreview: true };
    expect(downloadName(mediaRecord(1, dated), file)).toBe(`${time} (preview).jpg`);
    const long = downloadName(mediaRecord(1, undated), {
      ...file,
      event: { ...event, name: '漢'.repeat(90) },
    });
    expect(long).toMatch(/\d \(preview\)\.jpg$/);
    expect(Buffer.byteLength(long)).toBeLessThanOrEqual(250);
  });

  it('in the order of uploads if an earlier release processed them', () => {
    const names = ['2026-05-01T18:00:01Z', '2026-05-02T01:00:00Z', '2026-08-30T18:00:00Z'].map(at);
    expect(names).toEqual(names.toSorted());
    expect(at('2026-01-01T00:00:00Z')).toBe('Ana & Ben 00000000.webp');
  });

  it('with its number however long the name of the event is', () => {
    const names = ['漢'.repeat(90), 'a'.repeat(500)].map((name) => clean(undated, name));
    for (const name of names) expect(name).toMatch(/ 00086409\.webp$/);
    expect(Buffer.byteLength(names[0] ?? '')).toBeLessThanOrEqual(250);
  });

  it('by no name that a system reserves, whatever the event is called', () => {
    expect(clean(undated, 'CON.party')).toBe('Photos CON.party 00086409.webp');
    expect(clean(undated, '../..')).toBe('-.. 00086409.webp');
    expect(clean(undated, '\u202E')).toBe('00086409.webp');
  });
});

const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;
const pieces = fc.constantFrom(
  '.',
  ' ',
  '/',
  '\\',
  'CON',
  'nul.',
  '.hta',
  '.html',
  '\u202E',
  '\u200B',
  '\uD800',
  '👩‍👩‍👧',
);
const hostile = fc
  .array(fc.oneof(fc.string({ unit: anyCharacter, maxLength: 60 }), pieces), { maxLength: 12 })
  .map((parts) => parts.join(''));

it('whatever uploader and host make up, every name is one that every system takes', () => {
  const types = fc.constantFrom(...MEDIA_TYPES);
  const dates = fc.constantFrom(dated, undated);
  fc.assert(
    fc.property(hostile, hostile, fc.tuple(types, dates), (text, other, [type, date]) => {
      const mine = original(text, other, { ...date, mimeType: type.mime });
      expect(type.extensions).toContain(mine.split('.').pop()?.toLowerCase());
      const names = [mine, clean(date, text), archiveFileName(text)];
      for (const name of names) {
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(247);
        expect(name).toBe(name.normalize('NFC'));
        expect(name).not.toMatch(/[/\\:*?"<>|\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]|^[. ]|[. ]$/u);
        expect(name).not.toMatch(RESERVED);
        expect(name.isWellFormed()).toBe(true);
      }
    }),
    { numRuns: 100 },
  );
});

it('a long name is cut between characters as people see them', () => {
  const flags = '🇩🇪'.repeat(60);
  expect(original(`${flags}.jpg`)).toMatch(/^[\d .-]+Ana (?:🇩🇪)+\.jpg$/u);
  expect(Buffer.byteLength(original(`${flags}.jpg`))).toBeGreaterThan(200);
});

it('names that differ by case alone are made unique, and stay so', () => {
  const unique = uniqueNames();
  const names = ['a.jpg', 'A.jpg', 'a (2).jpg', 'a.jpg', 'b.jpg'].map(unique);
  expect(names).toEqual(['a.jpg', 'A (2).jpg', 'a (2) (2).jpg', 'a (3).jpg', 'b.jpg']);
});

it.each([
  ['Ana & Ben', 'Ana & Ben.zip'],
  ['AC/DC: live', 'AC-DC- live.zip'],
  ['con', 'Photos con.zip'],
  ['...', 'Photos.zip'],
])('the ZIP of %j is called %j', (event, name) => expect(archiveFileName(event)).toBe(name));
