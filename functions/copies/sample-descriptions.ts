import { type Box, blanked, boxesIn, type Patch, zeros } from './boxes.ts';
import { OddFile } from './copy-pieces.ts';
import { cleanSettings } from './decoder-settings.ts';

/** What matters of how a track's samples are encoded: H.264 and HEVC come in units, each behind its length. */
export type Codec = { readonly units: 'h264' | 'hevc' | undefined; readonly lengthBytes: number };

/** What phones play. Other videos are downloaded as what browsers play. */
const UNITS: Readonly<Record<string, Codec['units']>> = {
  avc1: 'h264',
  avc3: 'h264',
  hvc1: 'hevc',
  hev1: 'hevc',
};
const VIDEO = new Set([...Object.keys(UNITS), 'mp4v', 's263', 'av01']);
const SOUND = new Set(['mp4a', 'samr', 'sawb', 'ac-3', 'ec-3', 'alac', 'Opus']);
/** Settings of decoders, shapes of pixels, colours and brightness. */
const KEPT = new Set(
  [
    ['avcC', 'hvcC', 'dvcC', 'dvvC', 'dvwC', 'esds', 'd263', 'av1C'],
    ['colr', 'pasp', 'clap', 'fiel', 'gama', 'chrm', 'mdcv', 'clli', 'amve', 'btrt'],
    ['wave', 'chan', 'srat', 'damr', 'dac3', 'dec3', 'alac', 'dOps'],
  ].flat(),
);

const ENTRIES_AT = 8;
/** In a description: what is reserved, who made it, for pictures how well they should be, and the encoder's name. */
const RESERVED_AT = 8;
const MAKER_AT = 20;
const ENCODER_NAME_AT = 50;
const VIDEO_BYTES = 86;
/** By version of QuickTime's description of sound. */
const SOUND_BYTES = [36, 52, 72];

/**
 * How a track's samples are encoded, by its `stsd` box, and what takes the place of the names of their makers.
 * @throws OddFile for encodings that phones do not play
 */
export function describedSamples(header: Buffer, stsd: Box): { codec: Codec; patches: Patch[] } {
  const entries = boxesIn(header, { from: stsd.body + ENTRIES_AT, end: stsd.end });
  const [first] = entries;
  if (!first || entries.some(({ kind }) => kind !== first.kind)) throw new OddFile('its encoding changes');
  const patches = entries.flatMap((entry) => describe(header, entry));
  return { codec: { units: UNITS[first.kind], lengthBytes: lengthBytesIn(header, first) }, patches };
}

/** Whether a track of sound is encoded as phones play it, by its `stsd` box. */
export function isKnownSound(header: Buffer, { body }: Box): boolean {
  return SOUND.has(header.toString('latin1', body + ENTRIES_AT + 4, body + ENTRIES_AT + 8));
}

function describe(header: Buffer, entry: Box): Patch[] {
  const { at, end, kind } = entry;
  const inner = innerAt(header, entry);
  if (inner > end) throw new OddFile('a description is too short');
  return [
    zeros(at + RESERVED_AT, at + RESERVED_AT + 6),
    zeros(at + MAKER_AT, at + MAKER_AT + (VIDEO.has(kind) ? 12 : 4)),
    ...(VIDEO.has(kind) ? [zeros(at + ENCODER_NAME_AT, at + ENCODER_NAME_AT + 32)] : []),
    ...boxesIn(header, { from: inner, end }).flatMap((box) =>
      KEPT.has(box.kind) ? cleanSettings(header, box) : blanked(box),
    ),
  ];
}

/** Where the boxes within a description begin. */
function innerAt(header: Buffer, { kind, at }: Box): number {
  if (VIDEO.has(kind)) return at + VIDEO_BYTES;
  if (!SOUND.has(kind)) throw new OddFile('phones do not play it');
  const bytes = SOUND_BYTES[at + 18 <= header.length ? header.readUInt16BE(at + 16) : 0];
  if (bytes === undefined) throw new OddFile('its sound is described in a new way');
  return at + bytes;
}

function lengthBytesIn(header: Buffer, entry: Box): number {
  if (UNITS[entry.kind] === undefined) return 0;
  const inner = boxesIn(header, { from: innerAt(header, entry), end: entry.end });
  const settings = inner.find(({ kind }) => kind === 'avcC' || kind === 'hvcC');
  if (!settings) throw new OddFile('it has no settings for its decoder');
  return ((header[settings.body + (settings.kind === 'avcC' ? 4 : 21)] ?? 0) & 3) + 1;
}
