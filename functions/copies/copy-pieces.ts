import * as z from 'zod/mini';

/**
 * A piece of a copy: bytes of our own, a range of the source, or a fill where the source's bytes told too much. A copy
 * is its pieces one after another.
 */
export type CopyPiece =
  | { readonly kind: 'made'; readonly bytes: Buffer }
  | { readonly kind: 'range'; readonly from: number; readonly length: number }
  | { readonly kind: 'fill'; readonly byte: number; readonly length: number };

/** How a clean copy is put together. */
export type CopyPlan = { readonly pieces: readonly CopyPiece[]; readonly sizeBytes: number };

/** Of more pieces a plan would be large, and reading them slow. Ordinary files have fewer than 20, videos some hundreds. */
export const MAX_PIECES = 5000;
/** A video's header is copied as ranges, so what is made is small. */
export const MAX_MADE_BYTES = 262_144;

/** A file that no plan can be made for: its parts are not what its format says. */
export class OddFile extends Error {
  override readonly name = 'OddFile';
}

export const lengthOf = (piece: CopyPiece): number =>
  piece.kind === 'made' ? piece.bytes.length : piece.length;

export const made = (...parts: readonly (Uint8Array | string)[]): CopyPiece => ({
  kind: 'made',
  bytes: Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part))),
});

export const range = (from: number, length: number): CopyPiece => ({ kind: 'range', from, length });

/**
 * A plan of pieces, with neighbours joined.
 * @throws OddFile if it becomes too large
 */
export function planOf(pieces: Iterable<CopyPiece>): CopyPlan {
  const joined: CopyPiece[] = [];
  let [sizeBytes, madeBytes] = [0, 0];
  for (const piece of pieces) {
    if (lengthOf(piece) === 0) continue;
    sizeBytes += lengthOf(piece);
    if (piece.kind === 'made') madeBytes += piece.bytes.length;
    const last = joined.at(-1);
    const both = last && join(last, piece);
    if (both) joined[joined.length - 1] = both;
    else joined.push(piece);
    if (joined.length > MAX_PIECES || madeBytes > MAX_MADE_BYTES) throw new OddFile('too many pieces');
  }
  return { pieces: joined, sizeBytes };
}

function join(a: CopyPiece, b: CopyPiece): CopyPiece | undefined {
  if (a.kind === 'made' && b.kind === 'made') return made(a.bytes, b.bytes);
  if (a.kind === 'range' && b.kind === 'range' && a.from + a.length === b.from)
    return range(a.from, a.length + b.length);
  if (a.kind === 'fill' && b.kind === 'fill' && a.byte === b.byte)
    return { ...a, length: a.length + b.length };
  return undefined;
}

const size = z.int().check(z.nonnegative());
/** Text is made bytes in base64, two numbers a range, three a fill: its byte, its length, and a zero. */
const storedPlan = z.array(
  z.union([z.string(), z.tuple([size, size]), z.tuple([z.int(), size, z.literal(0)])]),
);

/** A plan as it is stored: JSON. */
export function writePlan({ pieces }: CopyPlan): Buffer {
  const rows: z.input<typeof storedPlan> = pieces.map((piece) => {
    if (piece.kind === 'made') return piece.bytes.toString('base64');
    return piece.kind === 'range' ? [piece.from, piece.length] : [piece.byte, piece.length, 0];
  });
  return Buffer.from(JSON.stringify(rows));
}

/** Reads what `writePlan` wrote. */
export function readPlan(stored: string): CopyPlan {
  return planOf(
    storedPlan.parse(JSON.parse(stored)).map((row): CopyPiece => {
      if (typeof row === 'string') return { kind: 'made', bytes: Buffer.from(row, 'base64') };
      return row.length === 2 ? range(row[0], row[1]) : { kind: 'fill', byte: row[0], length: row[1] };
    }),
  );
}
