/** No real directory comes near this; a made-up one must not keep the reader busy. */
const MAX_ENTRIES = 512;

type Entry = { readonly at: number; readonly type: number; readonly count: number };
type Directory = ReadonlyMap<number, Entry>;

type TiffReader = {
  uint32(at: number): number;
  directory(at: number): Directory;
  pointer(directory: Directory, tag: number): number;
  /** The first of its 16-bit values; undefined if it has none. */
  short(directory: Directory, tag: number): number | undefined;
  text(directory: Directory, tag: number): string;
  rationals(directory: Directory, tag: number): readonly number[];
};

/**
 * Reads directories of a TIFF-framed block (TIFF 6.0, section 2; CIPA DC-008, 4.6). Undefined for any other block; offsets
 * that lead outside are read as missing.
 */
export function tiffReader(block: Buffer): TiffReader | undefined {
  const order = block.toString('latin1', 0, 4);
  const little = order === 'II*\0';
  if (!little && order !== 'MM\0*') return undefined;
  const inside = (at: number, length: number): boolean => at >= 0 && at + length <= block.length;
  const uint16 = (at: number): number =>
    inside(at, 2) ? (little ? block.readUInt16LE(at) : block.readUInt16BE(at)) : 0;
  const uint32 = (at: number): number =>
    inside(at, 4) ? (little ? block.readUInt32LE(at) : block.readUInt32BE(at)) : 0;

  const directory = (at: number): Directory => {
    const entries = new Map<number, Entry>();
    if (at < 8 || !inside(at, 2)) return entries;
    const count = Math.min(uint16(at), MAX_ENTRIES);
    for (let index = 0; index < count; index += 1) {
      const entry = at + 2 + index * 12;
      if (!inside(entry, 12)) break;
      entries.set(uint16(entry), { at: entry + 8, type: uint16(entry + 2), count: uint32(entry + 4) });
    }
    return entries;
  };
  return {
    uint32,
    directory,
    pointer: (entries, tag) => uint32(entries.get(tag)?.at ?? -1),
    short: (entries, tag) => {
      const entry = entries.get(tag);
      return entry?.type === 3 ? uint16(entry.at) : undefined;
    },
    text: (entries, tag) => {
      const entry = entries.get(tag);
      if (entry === undefined || (entry.type !== 2 && entry.type !== 7)) return '';
      const length = Math.min(entry.count, 64);
      const at = entry.count <= 4 ? entry.at : uint32(entry.at);
      return inside(at, 1) ? block.toString('latin1', at, at + length) : '';
    },
    rationals: (entries, tag) => {
      const entry = entries.get(tag);
      if (entry === undefined || (entry.type !== 5 && entry.type !== 10) || entry.count !== 3) return [];
      const at = uint32(entry.at);
      if (!inside(at, 24)) return [];
      return [0, 8, 16].map((step) => uint32(at + step) / uint32(at + step + 4));
    },
  };
}
