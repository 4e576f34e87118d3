import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  archiveFileName,
  numberedFileName,
  originalFileName,
  uniqueNames,
} from '../../../functions/downloads/file-names.ts';

const time = '2026-05-02 18.34.05';
const named = (originalName: string, uploader = 'Ana', mimeType = 'image/jpeg') =>
  originalFileName({ time, uploader, originalName, mimeType });

describe("an original's name", () => {
  it.each([
    ['IMG_0001.JPG', `${time} Ana IMG_0001.JPG`],
    // What is no extension of the type is a part of the name.
    ['IMG_0001.HEIC', `${time} Ana IMG_0001.HEIC.jpg`],
    ['photo', `${time} Ana photo.jpg`],
    ['.jpg', `${time} Ana .jpg.jpg`],
    ['../../etc/passwd.jpg', `${time} Ana ..-..-etc-passwd.jpg`],
    ['C:\\fakepath\\a?b*.jpg', `${time} Ana C--fakepath-a-b-.jpg`],
    ['a\u0000\nb\u202Egpj.exe.jpg', `${time} Ana abgpj.exe.jpg`],
    // Decomposed, as macOS writes it, becomes composed.
    ['Cafe\u0301.jpeg', `${time} Ana Caf\u00e9.jpeg`],
    ['end. . .jpg', `${time} Ana end.jpg`],
  ])('of %j is %j', (originalName, name) => expect(named(originalName)).toBe(name));

  it('has no gap where the uploader is gone', () => {
    expect(named('a.jpg', '')).toBe(`${time} a.jpg`);
    expect(named('a.jpg', ' / ')).toBe(`${time} - a.jpg`);
  });

  it('fits into every file system, whatever it is made of', () => {
    const text = fc.string({ unit: 'binary', maxLength: 400 });
    fc.assert(
      fc.property(text, text, (originalName, uploader) => {
        const name = named(originalName, uploader);
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(250);
        expect(name).toBe(name.normalize('NFC'));
        expect(name).not.toMatch(/[/\\:*?"<>|\p{Cc}\u202A-\u202E\u2066-\u2069]/u);
        expect(name).toMatch(/\.jpe?g$/i);
        expect(name.isWellFormed()).toBe(true);
      }),
      { numRuns: 20 },
    );
    const long = named(`${'👩‍👩‍👧‍👦'.repeat(40)}.jpg`);
    expect(long).toMatch(/^[\d .-]+Ana (?:👩‍👩‍👧‍👦)+\.jpg$/u);
    expect(Buffer.byteLength(long)).toBeGreaterThan(200);
  }, 30_000);
});

it('numbers have as many digits as the last one', () => {
  expect(numberedFileName({ time, number: 7, count: 20, extension: 'webp' })).toBe(`${time} 007.webp`);
  expect(numberedFileName({ time, number: 7, count: 50_000, extension: 'mp4' })).toBe(`${time} 00007.mp4`);
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
