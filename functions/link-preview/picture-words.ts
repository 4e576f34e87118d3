import type { Font } from './font.ts';

/** Fonts in the order in which a character is looked for. */
export type Fonts = readonly Font[];

/** More marks on one letter than any language has are a tower. */
const MARKS_OF_A_LETTER = 3;
/** What reading a name takes of letters that the fonts lack: letters and digits, not emoji and symbols. */
const READ = /[\p{L}\p{N}]/u;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const charactersOf = (text: string): string[] =>
  Array.from(graphemes.segment(text), ({ segment }) => segment);

/** Unicode code points, which are what fonts have. */
const pointsOf = (text: string): string[] => Array.from(text);

const widthIn = (fonts: Fonts, point: string): number | undefined =>
  fonts.map((font) => font.widthOf(point)).find((width) => width !== undefined);

/**
 * A name as the fonts can draw it: without emoji and symbols that they lack.
 * @returns undefined if letters are missing, or nothing is left
 */
export function drawableName(name: string, fonts: Fonts): string | undefined {
  const isDrawn = (text: string) => pointsOf(text).every((point) => widthIn(fonts, point) !== undefined);
  const drawn: string[] = [];
  for (const character of charactersOf(name)) {
    const [whole = '', plain = ''] = [character, character.normalize('NFKC')].map(withoutTower);
    if (isDrawn(whole)) drawn.push(whole);
    // Letters that are only dressed up, such as bold ones for mathematics.
    else if (isDrawn(plain)) drawn.push(plain);
    else if (pointsOf(plain).some((point) => READ.test(point) && !isDrawn(point))) return undefined;
  }
  const text = drawn.join('').replaceAll(/\s+/g, ' ').trim();
  return READ.test(text) ? text : undefined;
}

const withoutTower = (character: string): string =>
  character.replaceAll(/\p{M}+/gu, (marks) => pointsOf(marks).slice(0, MARKS_OF_A_LETTER).join(''));

/** How wide a text is, in ems. */
const widthOf = (text: string, fonts: Fonts): number =>
  pointsOf(text).reduce((sum, point) => sum + (/\p{M}/u.test(point) ? 0 : (widthIn(fonts, point) ?? 1)), 0);

type Measured = { readonly fonts: Fonts; /** In ems. */ readonly width: number };

/** A text in lines of at most a width. Words that are longer are broken. */
export function linesOf(text: string, { fonts, width }: Measured): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap((one) => partsOf(one, { fonts, width }))) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line === '' || widthOf(longer, fonts) <= width) line = longer;
    else {
      lines.push(line);
      line = word;
    }
  }
  return line === '' ? lines : [...lines, line];
}

function partsOf(word: string, { fonts, width }: Measured): string[] {
  if (widthOf(word, fonts) <= width) return [word];
  const parts: string[] = [];
  let part = '';
  for (const character of charactersOf(word)) {
    if (part !== '' && widthOf(part + character, fonts) > width) {
      parts.push(part);
      part = '';
    }
    part += character;
  }
  return [...parts, part];
}

/** The first lines of a text that is too long, the last of them shortened. */
export function clipLines(lines: readonly string[], most: number, measured: Measured): string[] {
  if (lines.length <= most) return [...lines];
  const kept = lines.slice(0, most);
  let last = charactersOf(kept.pop() ?? '');
  while (last.length > 0 && widthOf(`${last.join('')}…`, measured.fonts) > measured.width)
    last = last.slice(0, -1);
  return [...kept, `${last.join('').trimEnd()}…`];
}
