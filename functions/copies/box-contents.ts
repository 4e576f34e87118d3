import { type Box, type Patch, zeros } from './boxes.ts';
import { OddFile } from './copy-pieces.ts';

/** How long boxes of one length are behind their head, by version where that matters (ISO 14496-12; QuickTime File Format). */
const FIXED: Readonly<Record<string, readonly [number, number?]>> = {
  mvhd: [100, 112],
  tkhd: [84, 96],
  mdhd: [24, 36],
  vmhd: [12],
  smhd: [8],
  clef: [12],
  prof: [12],
  enof: [12],
  cslg: [24, 44],
  pasp: [8],
  clap: [32],
  fiel: [2],
  gama: [4],
  chrm: [32],
  mdcv: [24],
  clli: [4],
  amve: [8],
  btrt: [12],
  srat: [8],
  dvcC: [24],
  dvvC: [24],
  dvwC: [24],
  d263: [7],
  damr: [9],
  dac3: [3],
  frma: [4],
};

/** Bytes of an entry, in boxes that hold version, flags, how many entries there are, and these. */
const ENTRY_BYTES: Readonly<Record<string, readonly [number, number?]>> = {
  elst: [12, 20],
  stts: [8],
  ctts: [8],
  stsc: [12],
  stco: [4],
  co64: [8],
  stss: [4],
  stps: [4],
};

/** Settings of decoders whose length follows from much. Longer ones are odd. */
const MOST_SETTINGS = 128;

/**
 * Zeros for what a box holds behind what it is for.
 * @throws OddFile if it is shorter than its kind
 */
export function surplus(header: Buffer, box: Box): Patch[] {
  const bytes = bytesUsed(header, box);
  if (box.body + bytes > box.end) throw new OddFile('a box is too short');
  return [zeros(box.body + bytes, box.end)];
}

function bytesUsed(header: Buffer, { kind, body, end }: Box): number {
  const length = end - body;
  const isLong = header[body] === 1;
  const [short, long = short] = FIXED[kind] ?? ENTRY_BYTES[kind] ?? [];
  const size = isLong ? long : short;
  if (size !== undefined && kind in FIXED) return size;
  if (kind === 'stsz') return length >= 12 ? 12 + samplesListed(header, body) * 4 : 12;
  if (size !== undefined) return length >= 8 ? 8 + header.readUInt32BE(body + 4) * size : 8;
  if (length > MOST_SETTINGS) throw new OddFile('a box is too large');
  return length;
}

/** Sizes of samples are listed unless they are all the same. */
const samplesListed = (header: Buffer, body: number): number =>
  header.readUInt32BE(body + 4) > 0 ? 0 : header.readUInt32BE(body + 8);
