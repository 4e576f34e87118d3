import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { endpoints } from '../../../functions/manifest/calls.ts';
import {
  deviceFileName,
  line,
  lines,
  NOT_PLAIN,
  storedLine,
  storedLines,
  storedName,
} from '../../../shared/contract/text.ts';
import { isPlainLine, isVisible, normalLine } from '../../../shared/values/plain-text.ts';
import { anyCharacter } from '../../fixtures/any-character.ts';
import { UNFIT_TEXTS, UNSEEN_TEXTS } from '../../fixtures/hostile-texts.ts';

const MISSING = 'Say something.';
const name = line({ message: MISSING, max: 100 });
const messagesOf = (schema: z.ZodMiniType, text: unknown) =>
  schema.safeParse(text).error?.issues.map(({ message }) => message);

describe('a line that somebody writes', () => {
  it.each(UNFIT_TEXTS)('is refused with %j in it', (unfit) => {
    expect(messagesOf(name, `A${unfit}b`)).toEqual([NOT_PLAIN]);
  });

  it.each(['a\nb', 'a\r\nb', 'a\u2028b', 'a\u0085b'])('has no line break: %j', (text) => {
    expect(messagesOf(name, text)).toEqual([NOT_PLAIN]);
  });

  it.each(UNSEEN_TEXTS)('needs something to see, not %j alone', (text) => {
    expect(messagesOf(name, text)).toEqual([MISSING]);
  });

  it.each([
    ['emoji of several people', '👩‍👩‍👧‍👦 👁️‍🗨️ ❤️‍🔥 👋🏽 1️⃣'],
    ['flags', '🇩🇪 🏴󠁧󠁢󠁥󠁮󠁧󠁿 🏴󠁧󠁢󠁳󠁣󠁴󠁿 🏳️‍🌈'],
    ['emoji newer than this engine', '\u{1FAFF}'],
    ['pointed Hebrew and Arabic', 'שָׁלוֹם أَحْمَد مُحَمَّدٌ'],
    ['Arabic beside a mark that keeps its direction', 'محمد\u200E (Mo)'],
    ['Persian with its non-joiner', 'می‌خواهم'],
    ['Indic conjuncts with and without joiners', 'क्‍ष श्रीमती ශ්‍රී பிரியா'],
    ['Thai and Khmer with their word breaks', 'ไทย\u200Bไทย ភាសា\u200Bខ្មែរ'],
    ['Vietnamese, Yoruba, transcriptions', 'Nguyễn Ọ̀ṣun ḗ̃'],
    ['the tallest Tibetan stack', 'ཧྐྵྨླྺྼྻྂ'],
    ['ideographic variants and rare ideographs', '葛\u{E0100}城 𠮷野'],
    ['private use, as Apple’s logo', '\uF8FF'],
    ['markup, which is only text', '<b>&amp;</b> "\' `'],
  ])('takes %s as they are', (_, text) => {
    expect(name.parse(text)).toBe(text.normalize('NFC'));
    expect(storedName.parse(text)).toBe(text.normalize('NFC'));
  });

  it('is kept in normal form, so that one name is one name whoever typed it', () => {
    expect(name.parse('\uFEFF\tZoe\u0308\tB.\n')).toBe('Zoë B.');
  });
});

it('lines of a description end in one way, and are otherwise lines', () => {
  const description = lines(100);
  expect(description.parse('a\r\nb\rc\u2028d\te\n')).toBe('a\nb\nc\nd e');
  expect(description.parse('')).toBe('');
  for (const unfit of UNFIT_TEXTS) expect(messagesOf(description, `A${unfit}\nb`)).toEqual([NOT_PLAIN]);
});

it('whatever lies on a row is shown as a plain line, and a plain line as it is', () => {
  const piece = fc.oneof(
    fc.constantFrom(...UNFIT_TEXTS, ...UNSEEN_TEXTS, '\n', '\r'),
    fc.string({ unit: anyCharacter }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const text = pieces.join('');
      const shown = storedLine.parse(text);
      expect(isPlainLine(shown)).toBe(true);
      expect(normalLine(shown)).toBe(shown);
      expect(storedLines.parse(text).split('\n').every(isPlainLine)).toBe(true);
      expect(isVisible(storedName.parse(text))).toBe(true);
      const wasPlain = isPlainLine(normalLine(text));
      expect(wasPlain ? shown : normalLine(text)).toBe(normalLine(text));
    }),
    { seed: 1 },
  );
});

it.each([...UNFIT_TEXTS, ...UNSEEN_TEXTS, '', 'a\r\nb.jpg', 'x'.repeat(60_000), '😀'.repeat(600)])(
  'no file is refused for its name: %j',
  (text) => {
    const parsed = deviceFileName.parse(text);
    expect([isPlainLine(parsed), isVisible(parsed), parsed.length <= 1024]).toEqual([true, true, true]);
  },
);

/** What no string of a request may bring further than its parsing. */
const NEVER = ['\ud800', 'a\udfff', '\u0000', 'a\u0000b', '\u001B[2J'];

type Definition = {
  readonly type: string;
  readonly shape?: Readonly<Record<string, z.ZodMiniType>>;
  readonly catchall?: z.ZodMiniType;
  readonly innerType?: z.ZodMiniType;
  readonly element?: z.ZodMiniType;
  readonly options?: readonly z.ZodMiniType[];
  readonly in?: z.ZodMiniType;
};

/** Every schema of a request that no other is a part of, by its path. */
function leaves(schema: z.ZodMiniType, path: string): [string, z.ZodMiniType][] {
  const { shape, catchall, innerType, element, options, in: source, type } = schema.def as Definition;
  if (shape) {
    // Of a loose object anything would pass.
    const rest: [string, z.ZodMiniType][] =
      catchall && (catchall.def as Definition).type !== 'never' ? [[`${path}.*`, catchall]] : [];
    return [...Object.entries(shape).flatMap(([key, part]) => leaves(part, `${path}.${key}`)), ...rest];
  }
  const parts = [innerType, element, ...(options ?? []), ...(type === 'pipe' ? [source] : [])].filter(
    (part) => part !== undefined,
  );
  // What falls back to something is judged as a whole.
  if (parts.length === 0 || type === 'catch') return [[path, schema]];
  return parts.flatMap((part) => leaves(part, path));
}

const inputs = endpoints.flatMap((endpoint) =>
  (['params', 'query', 'body'] as const).flatMap((place) => {
    const schema = endpoint[place];
    return schema ? leaves(schema, `${endpoint.id} ${place}`) : [];
  }),
);

const isHarmless = (schema: z.ZodMiniType) =>
  // A schema for anything would let them in inside of other values.
  [...NEVER, { text: '\ud800' }].every((value) => {
    const { data } = schema.safeParse(value);
    return typeof data === 'string' ? !/[\p{Cs}\p{Cc}]/u.test(data) : data === undefined;
  });

describe('every string of every request', () => {
  it('is found by this test', () => {
    const found = new Map(inputs);
    for (const path of [
      'create-guest body.name',
      'list-media query.cursor',
      'block-person params.personId',
      'subscribe-push body.subscription.keys.auth',
      'create-event body.price',
      'login query.returnTo',
    ]) {
      expect([...found.keys()]).toContain(path);
    }
    const loose = z.looseObject({ a: z.optional(z.array(z.string())) });
    expect(leaves(loose, 'x').map(([path]) => path)).toEqual(['x.a', 'x.*']);
  });

  it('is well-formed and without control characters, or refused', () => {
    expect(inputs.filter(([, schema]) => !isHarmless(schema)).map(([path]) => path)).toEqual([]);
    expect([z.string(), z.unknown(), z.record(z.string(), z.string())].map(isHarmless)).toEqual([
      false,
      false,
      false,
    ]);
  });
});
