import { mediaType } from '../../shared/values/media-types.ts';
import type { EventRecord, MediaRecord } from '../domain/records.ts';
import { wallTimeOf } from '../domain/wall-time.ts';

/** File systems allow 255 bytes; the rest is for the suffix that makes names unique. */
const MAX_NAME_BYTES = 230;
const MAX_UPLOADER_BYTES = 80;
/** So that names sort as numbers do. */
const NUMBER_DIGITS = 3;
/** Enough for three years. */
const SECONDS_DIGITS = 8;

/** Behind the name of what is smaller than the original, which is damaged or odd. */
const PREVIEW = ' (preview)';

/** Sorts after every date, as undated photos do in the gallery. */
const UNDATED = 'Unknown date';

type Named = Pick<MediaRecord, 'mimeType' | 'originalName' | 'uploadedAt' | Dates>;
type Dates = 'capturedAt' | 'capturedAtZone' | 'capturedOffsetMinutes';

/**
 * What the file of an item is called, alone or in a ZIP. Its owner's and uploader's copy: when, by whom, and what the
 * uploader's device called it; for chats with another extension. Everybody else's: when, or if that is not known the event and a number. The extension
 * is that of the bytes: an uploader chooses none.
 * @param offsetMinutes the offset east of UTC to assume for an item that states none
 */
export function downloadName(
  media: Named,
  file: { readonly uploader: string; readonly extension?: string | undefined } | CopyName,
  offsetMinutes = 0,
): string {
  const time = media.capturedAt === null ? undefined : timeInName(wallTimeOf(media, offsetMinutes));
  if ('event' in file) {
    const stem = time ?? numbered(file.event.name, numberIn(file, media));
    return fileName(stem, `${file.isPreview ? PREVIEW : ''}.${file.extension}`);
  }
  const { stem, extension } = splitName(media.originalName, media.mimeType);
  const uploader = cut(safe(file.uploader), MAX_UPLOADER_BYTES);
  return fileName(
    [time ?? UNDATED, uploader, stem].filter(Boolean).join(' '),
    `.${file.extension ?? extension}`,
  );
}

/** The extension of a rendition's file. */
export const extensionOf = (renditionName: string): string => renditionName.split('.').pop() ?? 'bin';

type CopyName = {
  readonly extension: string;
  readonly event: Pick<EventRecord, 'name' | 'createdAt'>;
  /** Which of the event's undated items it is. */
  readonly number: number | undefined;
  readonly isPreview?: boolean | undefined;
};

/**
 * An undated item's number. One that an earlier release processed has none, and is told by the seconds from the event's
 * creation to its upload.
 */
function numberIn({ event, number }: CopyName, { uploadedAt }: Pick<MediaRecord, 'uploadedAt'>): string {
  if (number !== undefined) return String(number).padStart(NUMBER_DIGITS, '0');
  const seconds = (Date.parse(uploadedAt) - Date.parse(event.createdAt)) / 1000;
  return String(Math.max(0, Math.floor(seconds))).padStart(SECONDS_DIGITS, '0');
}

/** A name that is too long is cut before its number, which tells files apart. */
function numbered(name: string, number: string): string {
  const whole = safe(`${name} ${number}`);
  if (Buffer.byteLength(whole) <= MAX_NAME_BYTES) return whole;
  return `${cut(safe(name), MAX_NAME_BYTES - 1 - number.length)} ${number}`;
}

/** `2026-05-02 18.34.05`: sorts by time, and has no colon, which Windows refuses. */
const timeInName = (wallTime: string): string => wallTime.replace('T', ' ').replaceAll(':', '.');

/** The name of the ZIP itself. */
export const archiveFileName = (eventName: string): string => fileName(eventName, '.zip');

/** A name that every system accepts, of at most 250 bytes. @param ending ours, never an uploader's */
function fileName(text: string, ending: string): string {
  const stem = cut(safe(text), MAX_NAME_BYTES);
  return `${isReserved(stem) || stem === '' ? `Photos ${stem}`.trim() : stem}${ending}`;
}

/** Windows reserves these, whatever the extension (Microsoft, "Naming Files, Paths, and Namespaces"). */
const isReserved = (stem: string): boolean =>
  /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³]) *(?:\.|$)/i.test(stem);

/** Makes names unique, ignoring case as Windows and macOS do. */
export function uniqueNames(): (name: string) => string {
  const taken = new Set<string>();
  const next = new Map<string, number>();
  return (name) => {
    let unique = name;
    const key = folded(name);
    for (let number = next.get(key) ?? 2; taken.has(folded(unique)); number += 1) {
      const dot = name.lastIndexOf('.');
      unique = `${name.slice(0, dot)} (${number})${name.slice(dot)}`;
      next.set(key, number + 1);
    }
    taken.add(folded(unique));
    return unique;
  };
}

const folded = (name: string): string => name.toLowerCase();

/** Splits off the extension: the name's own if it is one of the type's, or else the type's. */
function splitName(originalName: string, mimeType: string): { stem: string; extension: string } {
  const name = safe(originalName);
  const dot = name.lastIndexOf('.');
  const own = name.slice(dot + 1);
  const extensions = mediaType(mimeType)?.extensions ?? [];
  const isOwn = dot > 0 && extensions.some((known) => known === own.toLowerCase());
  return isOwn
    ? { stem: name.slice(0, dot), extension: own }
    : { stem: name, extension: extensions[0] ?? 'bin' };
}

/**
 * Text as part of a file name that every system accepts: normalized Unicode, no separators, no wildcards, nothing that
 * is not seen, such as control characters and characters of no width, and no bidirectional marks, by which `gpj.exe`
 * can look like `exe.jpg`. No dot in front, which hides a file.
 */
function safe(text: string): string {
  return trimmed(
    text
      .toWellFormed()
      .replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\uFFFD]/gu, '')
      .normalize('NFC')
      .replaceAll(/[/\\:*?"<>|]/g, '-')
      .replaceAll(/\s+/g, ' '),
  );
}

/** Without dots and spaces in front and at the end, where Windows drops them. */
const trimmed = (text: string): string => text.replaceAll(/^[. ]+|[. ]+$/g, '');

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The start of a text in at most this many bytes of UTF-8, never cutting a character. */
function cut(text: string, maxBytes: number): string {
  if (Buffer.byteLength(text) <= maxBytes) return text;
  let bytes = 0;
  let end = 0;
  for (const { segment, index } of letters.segment(text)) {
    bytes += Buffer.byteLength(segment);
    if (bytes > maxBytes) break;
    end = index + segment.length;
  }
  return trimmed(text.slice(0, end));
}
