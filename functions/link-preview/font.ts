/** A TrueType font: which characters it has, and how wide they are. */
export type Font = {
  /** In ems, before kerning and ligatures. @returns undefined for what it does not have */
  readonly widthOf: (character: string) => number | undefined;
};

/** What is named in a font's directory, from its own offset on. */
type Tables = (tag: string) => Buffer;

/** The subtable of `cmap` that has all of Unicode: groups of characters whose glyphs follow each other. */
const ALL_OF_UNICODE = 12;

/**
 * Reads a font. Source: OpenType specification 1.9.1, `cmap` with a subtable of format 12, `head`, `hhea`, `hmtx`.
 * @throws Error for a font without such a subtable
 */
export function readFont(bytes: Buffer): Font {
  const tables = tablesOf(bytes);
  const groups = groupsOf(tables('cmap'));
  const unitsPerEm = tables('head').readUInt16BE(18);
  const widths = tables('hmtx');
  const lastWidth = tables('hhea').readUInt16BE(34) - 1;
  return {
    widthOf: (character) => {
      const point = character.codePointAt(0) ?? 0;
      const group = findGroup(groups, point);
      if (group === undefined) return undefined;
      const glyph = group.glyph + point - group.first;
      return widths.readUInt16BE(4 * Math.min(glyph, lastWidth)) / unitsPerEm;
    },
  };
}

function tablesOf(bytes: Buffer): Tables {
  const offsets = new Map<string, number>();
  for (let at = 12; at < 12 + 16 * bytes.readUInt16BE(4); at += 16)
    offsets.set(bytes.toString('latin1', at, at + 4), bytes.readUInt32BE(at + 8));
  return (tag) => {
    const offset = offsets.get(tag);
    if (offset === undefined) throw new Error(`The font has no table ${tag}.`);
    return bytes.subarray(offset);
  };
}

type Group = { readonly first: number; readonly last: number; readonly glyph: number };

/** In the order of their characters. */
function groupsOf(cmap: Buffer): readonly Group[] {
  const subtables = Array.from({ length: cmap.readUInt16BE(2) }, (_, index) =>
    cmap.subarray(cmap.readUInt32BE(4 + 8 * index + 4)),
  );
  const subtable = subtables.find((one) => one.readUInt16BE(0) === ALL_OF_UNICODE);
  if (subtable === undefined) throw new Error('The font has no table of all its characters.');
  return Array.from({ length: subtable.readUInt32BE(12) }, (_, index) => {
    const at = 16 + 12 * index;
    return {
      first: subtable.readUInt32BE(at),
      last: subtable.readUInt32BE(at + 4),
      glyph: subtable.readUInt32BE(at + 8),
    };
  });
}

function findGroup(groups: readonly Group[], point: number): Group | undefined {
  let [low, high] = [0, groups.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((groups[middle]?.last ?? 0) < point) low = middle + 1;
    else high = middle;
  }
  const group = groups[low];
  return group !== undefined && group.first <= point ? group : undefined;
}
