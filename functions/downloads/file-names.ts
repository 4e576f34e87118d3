import { mediaType } from '../../shared/values/media-types.ts';

/** File systems allow 255 bytes; the rest is for the suffix that makes names unique. */
const MAX_NAME_BYTES = 240;
const MAX_UPLOADER_BYTES = 80;
const MAX_EXTENSION_LETTERS = 10;

/** Sorts after every date, as undated photos do in the gallery. */
export const UNDATED = 'Unknown date';

/** `2026-05-02 18.34.05`: sorts by time, and has no colon, which Windows refuses. */
export const timeInName = (wallTime: string): string => wallTime.replace('T', ' ').replaceAll(':', '.');

/** An original's name for the owner: when, by whom, and what its uploader's device called it. */
export function originalFileName(file: {
  time: string;
  uploader: string;
  originalName: string;
  mimeType: string;
}): string {
  const { stem, extension } = splitName(file.originalName, file.mimeType);
  const uploader = cut(safe(file.uploader), MAX_UPLOADER_BYTES);
  const room = MAX_NAME_BYTES - Buffer.byteLength(`${file.time} ${uploader} .${extension}`);
  return `${[file.time, uploader, cut(stem, room)].filter(Boolean).join(' ')}.${extension}`;
}

/** A rendition's name: when, and its number. Numbers have as many digits as the last one, at least three. */
export function numberedFileName(file: {
  time: string;
  number: number;
  count: number;
  extension: string;
}): string {
  const digits = Math.max(3, String(file.count).length);
  return `${file.time} ${String(file.number).padStart(digits, '0')}.${file.extension}`;
}

/** The name of the ZIP itself. */
export function archiveFileName(eventName: string): string {
  const stem = cut(safe(eventName), MAX_NAME_BYTES);
  // Windows reserves these, whatever the extension (Microsoft, "Naming Files, Paths, and Namespaces").
  const isReserved = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i.test(stem);
  return `${isReserved || stem === '' ? `Photos ${stem}`.trim() : stem}.zip`;
}

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

/** Splits off the extension: the name's own if it fits the type, or else the type's. */
function splitName(originalName: string, mimeType: string): { stem: string; extension: string } {
  const name = safe(originalName);
  const dot = name.lastIndexOf('.');
  const own = name.slice(dot + 1);
  const extensions = mediaType(mimeType)?.extensions ?? [];
  const isOwn =
    dot > 0 &&
    /^[a-z0-9]+$/i.test(own) &&
    own.length <= MAX_EXTENSION_LETTERS &&
    (extensions.length === 0 || extensions.some((known) => known === own.toLowerCase()));
  if (isOwn) return { stem: trimmed(name.slice(0, dot)), extension: own };
  return { stem: name, extension: extensions[0] ?? 'bin' };
}

/**
 * Text as part of a file name that every system accepts: normalized Unicode, no separators, no wildcards, no
 * control characters, and no bidirectional marks, by which `gpj.exe` can look like `exe.jpg`.
 */
function safe(text: string): string {
  return trimmed(
    text
      .toWellFormed()
      .normalize('NFC')
      .replaceAll(/[\p{Cc}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069\uFEFF\uFFFD]/gu, '')
      .replaceAll(/[/\\:*?"<>|]/g, '-')
      .replaceAll(/\s+/g, ' '),
  );
}

/** Windows drops trailing spaces and dots. */
const trimmed = (text: string): string => text.trim().replace(/[. ]+$/, '');

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
