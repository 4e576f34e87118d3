import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  CODE_LETTERS,
  formatEventCode,
  isLikeEventCode,
  parseEventCode,
} from '../../../shared/values/event-code.ts';

const codes = fc.string({ unit: fc.constantFrom(...CODE_LETTERS.split('')), minLength: 8, maxLength: 8 });

describe('the letters of codes', () => {
  it('are 16, four bits each', () => expect(new Set(CODE_LETTERS).size).toBe(16));

  it.each(['0/O/Q/D', '1/I/L', '2/Z', '5/S', '8/B', 'U/V'])('have at most one of %s', (lookalikes) =>
    expect(lookalikes.split('/').filter((letter) => CODE_LETTERS.includes(letter)).length).toBeLessThan(2),
  );

  it('spell no word', () => expect(CODE_LETTERS).not.toMatch(/[AEIOU]/));
});

describe('a code that somebody typed', () => {
  test.each([
    'CDFG-HJKM',
    'cdfghjkm',
    ' cdfg hjkm ',
    'C D F G – H J K M',
    'CDFG\u2011HJKM',
    'cdfg.hjkm',
    'ＣＤＦＧＨＪＫＭ',
  ])('is read from %j', (text) => expect(parseEventCode(text)).toBe('CDFGHJKM'));

  test.each(['', 'CDFG-HJK', 'CDFG-HJKMN', 'CDFG-HJK0', 'CDFG-HJKO', 'CDFG/HJKM', 'evt_'])(
    'is none in %j',
    (text) => expect(parseEventCode(text)).toBeUndefined(),
  );

  it('is read as it was printed', () => {
    fc.assert(
      fc.property(codes, (code) => {
        expect(parseEventCode(formatEventCode(code))).toBe(code);
      }),
    );
  });

  test.each([
    ['CDFG-HJK0', true],
    ['cdfg hjkl', true],
    ['party', false],
    ['our wedding', false],
  ])('%j looks like a mistyped one: %s', (text, isLike) => expect(isLikeEventCode(text)).toBe(isLike));
});
