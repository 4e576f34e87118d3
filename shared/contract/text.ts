import * as z from 'zod/mini';
import {
  arePlainLines,
  cleanLine,
  cleanLines,
  isPlainLine,
  isVisible,
  normalLine,
  normalLines,
} from '../values/plain-text.ts';

/** What a person is told whose text holds something that is not text. */
export const NOT_PLAIN = 'This contains characters that cannot be shown.';

const atMost = (max: number) => z.maxLength(max, `Use at most ${max} characters.`);

/**
 * One line that somebody writes and that must say something, kept in normal form.
 * @param required.message where nothing is there, or nothing that could be seen
 * @param required.max UTF-16 code units
 */
export const line = ({ message, max }: { message: string; max: number }) =>
  z
    .string(message)
    .check(
      z.overwrite(normalLine),
      z.refine(isPlainLine, { error: NOT_PLAIN, abort: true }),
      z.refine(isVisible, message),
      atMost(max),
    );

/** Any number of lines that somebody writes, or none; kept in normal form. @param max UTF-16 code units */
export const lines = (max: number) =>
  z
    .string()
    .check(z.overwrite(normalLines), z.refine(arePlainLines, { error: NOT_PLAIN, abort: true }), atMost(max));

/** Longer names than any file system has are cut. */
const MAX_FILE_NAME = 1024;

/**
 * What a device calls a file. It is cleaned, never refused: a photo must not be lost for its name.
 * @returns `file` where nothing is left of it
 */
export const deviceFileName = z.string().check(
  z.overwrite((name) => {
    const clean = cleanLine(name.slice(0, MAX_FILE_NAME));
    return isVisible(clean) ? clean : 'file';
  }),
);

/**
 * A word of machines: an id, a cursor, a token, an address, a media type. Whether it means anything is for its reader to
 * say.
 * @param max UTF-16 code units
 * @param message instead of those that say what is wrong
 */
export const word = (max: number, message?: string) =>
  z.string(message).check(
    z.maxLength(max, message ?? `Use at most ${max} characters.`),
    z.refine((text) => !/[\p{Cs}\p{Cc}]/u.test(text), message ?? NOT_PLAIN),
  );

/** Longer than any guest's id and token, so that a wrong one is refused as wrong and not as long. */
const MAX_CREDENTIAL = 4096;

/** A guest's id or token as it was sent: what is not one proves nobody. */
export const credential = word(MAX_CREDENTIAL);

/** A name that an identity provider tells, cleaned; refused where nothing of it could be seen. */
export const accountName = z
  .pipe(z.string(), z.transform(cleanLine))
  .check(z.refine(isVisible), z.maxLength(200));

// What lies on rows: the releases before kept whatever they were sent.

export const storedLine = z.pipe(z.string(), z.transform(cleanLine));
export const storedLines = z.pipe(z.string(), z.transform(cleanLines));
/** A name that must say something. */
export const storedName = z.pipe(
  storedLine,
  z.transform((name) => (isVisible(name) ? name : 'Unnamed')),
);
