import { type CopyPiece, lengthOf, made, OddFile, range } from './copy-pieces.ts';

/** A box of an MP4 or QuickTime file (ISO 14496-12, 4.2): where its body is, and where it ends. */
export type Box = {
  readonly kind: string;
  readonly at: number;
  readonly body: number;
  readonly end: number;
};

/** Pieces that take the place of a file's bytes from a place on. */
export type Patch = { readonly at: number; readonly piece: CopyPiece };

export const zeros = (at: number, end: number): Patch => ({
  at,
  piece: { kind: 'fill', byte: 0, length: Math.max(0, end - at) },
});

/** Makes a box free space, so that all that follows stays where it is. */
export const blanked = ({ at, body, end }: Box): Patch[] => [
  { at: at + 4, piece: made('free') },
  zeros(body, end),
];

/** Of more boxes a header is made up. */
const MAX_BOXES = 5000;

/** The boxes in a part of a header. @throws OddFile if they do not fill it */
export function boxesIn(header: Buffer, { from, end }: { from: number; end: number }): Box[] {
  const boxes: Box[] = [];
  let at = from;
  while (at + 8 <= end) {
    const box = boxAt(header.subarray(at, at + 16), { at, end });
    // QuickTime ends some lists with a zero.
    if (box.end === at) break;
    if (boxes.push(box) > MAX_BOXES) throw new OddFile('too many boxes');
    at = box.end;
  }
  if (header.subarray(at, end).some((byte) => byte !== 0)) throw new OddFile('something follows its boxes');
  return boxes;
}

/** The box that begins with these bytes. An empty one is the zero that ends a list. @throws OddFile */
export function boxAt(head: Buffer, { at, end }: { at: number; end: number }): Box {
  const size = head.readUInt32BE(0);
  const kind = head.toString('latin1', 4, 8);
  if (size === 0 && kind !== 'mdat') return { kind, at, body: at, end: at };
  if (size === 0) return { kind, at, body: at + 8, end };
  const isLong = size === 1;
  if (isLong && head.length < 16) throw new OddFile('a box is too short');
  const [length, headBytes] = isLong ? [Number(head.readBigUInt64BE(8)), 16] : [size, 8];
  if (length < headBytes || at + length > end) throw new OddFile('a box is too long');
  return { kind, at, body: at + headBytes, end: at + length };
}

/** A file's first bytes with what takes the place of some of them. @throws OddFile if two want the same place */
export function patched(sizeBytes: number, patches: readonly Patch[]): CopyPiece[] {
  const pieces: CopyPiece[] = [];
  let at = 0;
  for (const patch of patches.toSorted((a, b) => a.at - b.at)) {
    const length = lengthOf(patch.piece);
    if (length === 0) continue;
    if (patch.at < at || patch.at + length > sizeBytes) throw new OddFile('its parts overlap');
    pieces.push(range(at, patch.at - at), patch.piece);
    at = patch.at + length;
  }
  return [...pieces, range(at, sizeBytes - at)];
}
