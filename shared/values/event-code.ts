/**
 * The letters of codes of events. None looks like another or like a digit: B, I, L, O, Q, S and Z are left out. Nor are
 * there vowels, so that no code spells a word. Each of these 16 is four bits.
 */
export const CODE_LETTERS = 'CDFGHJKMNPRTVWXY';
const CODE_LENGTH = 8;

const CODE = new RegExp(`^[${CODE_LETTERS}]{${CODE_LENGTH}}$`);

/** What people put between the letters of a code, and phones around it. */
const BETWEEN = /[\s\p{Pd}._]/gu;

/**
 * The code of an event that somebody typed: in any case, with spaces or dashes anywhere.
 * @returns its eight capital letters; undefined for what is none
 */
export function parseEventCode(text: string): string | undefined {
  const letters = text.normalize('NFKC').replace(BETWEEN, '').toUpperCase();
  return CODE.test(letters) ? letters : undefined;
}

/** Whether somebody meant a code, and may have misread a letter of it. */
export const isLikeEventCode = (text: string): boolean =>
  /^[a-z0-9]{8}$/i.test(text.normalize('NFKC').replace(BETWEEN, ''));

/** A code as people read it: `CDFG-HJKM`. */
export const formatEventCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`;
