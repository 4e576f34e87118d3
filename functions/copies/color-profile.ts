import { type CopyPiece, lengthOf, made, range } from './copy-pieces.ts';

/** A profile's header, how many tags it has, and where each of them is (ICC.1:2022, 7.2 and 7.3). */
const HEADER_BYTES = 128;
const TABLE_AT = HEADER_BYTES + 4;
const ENTRY_BYTES = 12;
const SIGNATURE_AT = 36;
/** Some decoders take no more than a hundred, others take any number; a thousand are 12 kB. */
const MAX_TAGS = 1000;

/** The part of a profile that says what is where. */
export const PROFILE_HEAD_BYTES = TABLE_AT + MAX_TAGS * ENTRY_BYTES;

/**
 * What of the header tells how colours are read: version, class, spaces, signature, flags, attributes, intent and white. The rest is who
 * made the profile, when, and for which device.
 */
const KEPT_OF_HEADER = [
  [0, 4],
  [8, 24],
  [36, 40],
  [44, 48],
  [56, 80],
] as const;

const [XYZ_BYTES, MATRIX_BYTES, CODES_BYTES] = [20, 44, 12];
const CURVE_BYTES = 12 + 65_536 * 2;

/** The tags that colours are computed by, and how long each may be (ICC.1:2022, 9.2). */
const COLOR_TAGS: Readonly<Record<string, number>> = {
  ...Object.fromEntries(['rXYZ', 'gXYZ', 'bXYZ', 'wtpt', 'bkpt'].map((tag) => [tag, XYZ_BYTES])),
  ...Object.fromEntries(['rTRC', 'gTRC', 'bTRC', 'kTRC'].map((tag) => [tag, CURVE_BYTES])),
  chad: MATRIX_BYTES,
  cicp: CODES_BYTES,
  gamt: Infinity,
  ...Object.fromEntries(
    ['A2B', 'B2A', 'D2B', 'B2D'].flatMap((table) =>
      [0, 1, 2, 3].map((intent) => [`${table}${intent}`, Infinity]),
    ),
  ),
};

type Tag = { readonly name: string; readonly at: number; readonly length: number };

/** How long a colour profile is by its own header; undefined if it is none (ICC.1:2022, 7.2). */
function profileBytes(head: Buffer): number | undefined {
  if (head.length < TABLE_AT || head.toString('latin1', SIGNATURE_AT, SIGNATURE_AT + 4) !== 'acsp')
    return undefined;
  const size = head.readUInt32BE(0);
  return size >= TABLE_AT ? size : undefined;
}

/**
 * A colour profile without what follows it, and with nothing in it but what colours are read by. Everything stays in its place; what
 * names or describes is empty, and other tags are zeros. Its ranges count from its own start. Undefined if it is none, or cut:
 * decoders ignore such ones.
 * @param head its first bytes, `PROFILE_HEAD_BYTES` if there are as many
 * @param given how many bytes there are of it
 */
export function profilePieces(head: Buffer, given: number): CopyPiece[] | undefined {
  const size = profileBytes(head);
  if (size === undefined || size > given) return undefined;
  const count = head.readUInt32BE(HEADER_BYTES);
  const from = TABLE_AT + count * ENTRY_BYTES;
  if (count > MAX_TAGS || from > size || from > head.length) return undefined;
  const tags = tagsIn(head, { count, from, size });
  const colors = tags.filter(({ name }) => name in COLOR_TAGS);
  const texts = tags.filter((tag) => emptyText(tag, head) && !colors.some((color) => overlap(tag, color)));
  const parts = [
    ...colors.map((tag) => ({ ...tag, piece: range(tag.at, tag.length) })),
    ...texts.map((tag) => ({ ...tag, piece: made(emptyText(tag, head) ?? '') })),
  ];
  return [made(cleanHeader(head), tableOf([...colors, ...texts], from)), ...laidOut(parts, { from, size })];
}

/** The same for a profile that is at hand. */
export function profileIn(bytes: Buffer): Buffer | undefined {
  const pieces = profilePieces(bytes.subarray(0, PROFILE_HEAD_BYTES), bytes.length);
  return pieces && Buffer.concat(pieces.map((piece) => bytesOf(piece, bytes)));
}

function bytesOf(piece: CopyPiece, source: Buffer): Buffer {
  if (piece.kind === 'made') return piece.bytes;
  if (piece.kind === 'fill') return Buffer.alloc(piece.length, piece.byte);
  return source.subarray(piece.from, piece.from + piece.length);
}

/** The part of some pieces from one place to another. @param placed where a place of theirs is in the file */
export function cutPieces(
  pieces: readonly CopyPiece[],
  { from, end, placed }: { from: number; end: number; placed: (at: number) => number },
): CopyPiece[] {
  let at = 0;
  return pieces.flatMap((piece): CopyPiece[] => {
    const start = at;
    at += lengthOf(piece);
    const [skipped, length] = [Math.max(0, from - start), Math.min(at, end) - Math.max(start, from)];
    if (length <= 0) return [];
    if (piece.kind === 'made') return [made(piece.bytes.subarray(skipped, skipped + length))];
    return [piece.kind === 'fill' ? { ...piece, length } : range(placed(piece.from + skipped), length)];
  });
}

/** The tags that are in the profile, behind its table, each once and no longer than it may be. */
function tagsIn(head: Buffer, { count, from, size }: { count: number; from: number; size: number }): Tag[] {
  const found = new Map<string, Tag>();
  for (let entry = TABLE_AT; entry < TABLE_AT + count * ENTRY_BYTES; entry += ENTRY_BYTES) {
    const name = head.toString('latin1', entry, entry + 4);
    const [at, given] = [head.readUInt32BE(entry + 4), head.readUInt32BE(entry + 8)];
    const length = Math.min(given, COLOR_TAGS[name] ?? given);
    if (at >= from && at + length <= size && !found.has(name)) found.set(name, { name, at, length });
  }
  return [...found.values()];
}

const overlap = (a: Tag, b: Tag): boolean => a.at < b.at + b.length && b.at < a.at + a.length;

/**
 * A profile has to have a description and a copyright: what begins an empty one, before zeros. Undefined for other tags. A description of
 * version 2 has 78 more bytes for other languages (ICC.1:2001-04, 6.5.17), which small profiles do without.
 */
function emptyText({ name, length }: Tag, head: Buffer): Buffer | undefined {
  const isDescription = name === 'desc';
  if (!isDescription && name !== 'cprt') return undefined;
  const [text, least] =
    (head[8] ?? 0) >= 4
      ? [Buffer.from('mluc\0\0\0\0\0\0\0\0\0\0\0\x0c', 'latin1'), 16]
      : isDescription
        ? [Buffer.from('desc\0\0\0\0\0\0\0\x01', 'latin1'), 13]
        : [Buffer.from('text\0\0\0\0', 'latin1'), 9];
  return length >= least ? text : undefined;
}

function cleanHeader(head: Buffer): Buffer {
  const clean = Buffer.alloc(HEADER_BYTES);
  for (const [from, end] of KEPT_OF_HEADER) head.copy(clean, from, from, end);
  return clean;
}

/** As long as the one that was there. */
function tableOf(tags: readonly Tag[], end: number): Buffer {
  const table = Buffer.alloc(end - HEADER_BYTES);
  table.writeUInt32BE(tags.length, 0);
  for (const [index, { name, at, length }] of tags.entries()) {
    const entry = TABLE_AT - HEADER_BYTES + index * ENTRY_BYTES;
    table.write(name, entry, 'latin1');
    table.writeUInt32BE(at, entry + 4);
    table.writeUInt32BE(length, entry + 8);
  }
  return table;
}

/** Parts in their places, several of which may be the same, and zeros between them. */
function laidOut(
  parts: readonly (Tag & { readonly piece: CopyPiece })[],
  { from, size }: { from: number; size: number },
): CopyPiece[] {
  const pieces: CopyPiece[] = [];
  let end = from;
  const add = (at: number, piece: CopyPiece): void => {
    if (at > end) pieces.push({ kind: 'fill', byte: 0, length: at - end });
    pieces.push(piece);
    end = at + lengthOf(piece);
  };
  for (const { at, length, piece } of parts.toSorted((a, b) => a.at - b.at)) {
    if (at >= end) add(at, piece);
    else if (piece.kind === 'range' && at + length > end) add(end, range(end, at + length - end));
  }
  add(size, made());
  return pieces;
}
