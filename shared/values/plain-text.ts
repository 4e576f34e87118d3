// What people write and other people read: names, descriptions, names of files.

/** Diacritics on one letter: Vietnamese and transcriptions need three, pointed Arabic four. */
const MAX_DIACRITICS = 4;
/** Marks of any kind on one letter: the tallest stacks of Tibetan have nine. */
const MAX_MARKS = 10;

/** The flags of England, Scotland and Wales: the only use of tag characters. Source: UTS #51, ED-14a. */
const SUBDIVISION_FLAG = /\u{1F3F4}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{3,6}\u{E007F}/gu;

/**
 * Halves of characters, control characters, and format characters that change how their neighbours read (UAX #9
 * embeddings, overrides and isolates; deprecated formats; annotations; tags). The marks U+200E, U+200F and U+061C,
 * the joiners and the variation selectors stay: writing in many languages, and emoji, need them.
 */
const UNFIT =
  /[\p{Cs}\p{Cc}\p{Noncharacter_Code_Point}\u2028-\u202E\u2066-\u206F\uFFF9-\uFFFB\u{E0000}-\u{E007F}]/u;
const EVERY_UNFIT = new RegExp(UNFIT, 'gu');

/** Marks without a script of their own fit on every letter, so these are what towers of marks are built of. */
const DIACRITIC = String.raw`(?:(?=\p{Script=Inherited})\p{M})`;
const TOWER = new RegExp(String.raw`${DIACRITIC}{${MAX_DIACRITICS + 1}}|\p{M}{${MAX_MARKS + 1}}`, 'u');
const EXCESS_DIACRITICS = new RegExp(`(${DIACRITIC}{${MAX_DIACRITICS}})${DIACRITIC}+`, 'gu');
const EXCESS_MARKS = new RegExp(String.raw`(\p{M}{${MAX_MARKS}})\p{M}+`, 'gu');

/** Nothing of these is seen by itself. U+2800 is the blank of Braille. */
const UNSEEN = /[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{M}\p{C}\u2800]/gu;
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/gu;
const UNASSIGNED_OR_PRIVATE = /[\p{Cn}\p{Co}]/u;

/** One line as it is kept: in normalization form C (UAX #15), without white space around it, a tab as a space. */
export const normalLine = (text: string): string => text.replaceAll('\t', ' ').normalize('NFC').trim();

/** The same for several lines, each ended by `\n` alone. */
export const normalLines = (text: string): string =>
  normalLine(text.replaceAll(/\r\n|[\r\u0085\u2028\u2029]/g, '\n'));

/** Whether a normal line can be shown beside other text without harm: no line break, nothing unfit, no tower of marks. */
export function isPlainLine(line: string): boolean {
  return !UNFIT.test(line.replaceAll(SUBDIVISION_FLAG, '')) && !TOWER.test(line);
}

/** The same for several lines. */
export const arePlainLines = (text: string): boolean => isPlainLine(text.replaceAll('\n', ' '));

/** Whether somebody who looks at the text sees anything: it is not only space, marks, fillers and invisible characters. */
export function isVisible(text: string): boolean {
  // Some that are not assigned yet are to be ignored as well (U+E0FFF).
  return UNASSIGNED_OR_PRIVATE.test(text.replaceAll(IGNORABLE, '')) || text.replaceAll(UNSEEN, '') !== '';
}

/** A line from elsewhere (an older row, a file's name, an identity provider) without what `isPlainLine` refuses. */
export const cleanLine = (text: string): string =>
  normalLine(clean(text.replaceAll(/[\r\n\u0085\u2028\u2029]+/g, ' ')));

/** The same for several lines. */
export const cleanLines = (text: string): string =>
  normalLines(normalLines(text).split('\n').map(clean).join('\n'));

/** Most lines are, and galleries have many thousand. */
const ASCII = /^[ -~]*$/;

function clean(text: string): string {
  if (ASCII.test(text)) return text;
  const flags = text.match(SUBDIVISION_FLAG) ?? [];
  const parts = text
    .split(SUBDIVISION_FLAG)
    .map((part) => part.replaceAll('\t', ' ').replaceAll(EVERY_UNFIT, ''));
  return parts
    .map((part, at) => part + (flags[at] ?? ''))
    .join('')
    .normalize('NFC')
    .replaceAll(EXCESS_DIACRITICS, '$1')
    .replaceAll(EXCESS_MARKS, '$1');
}
