import { surplus } from './box-contents.ts';
import { type Box, blanked, boxesIn, type Patch, zeros } from './boxes.ts';
import { profileIn } from './color-profile.ts';
import { made, OddFile } from './copy-pieces.ts';
import { fillUserData } from './user-data.ts';

/**
 * What takes the place of parts of a box with a decoder's settings: whatever is no setting.
 * @throws OddFile
 */
export function cleanSettings(header: Buffer, box: Box): Patch[] {
  switch (box.kind) {
    case 'avcC':
      return avcSettings(header, box);
    case 'hvcC':
      return hevcSettings(header, box);
    case 'esds':
      return elementarySettings(header, box);
    case 'wave':
      return boxesIn(header, { from: box.body, end: box.end }).flatMap((inner) => inWave(header, inner));
    case 'colr':
      return colors(header, box);
    // The vendor of the codec goes first.
    case 'd263':
    case 'damr':
      return [...surplus(header, box), zeros(box.body, box.body + 4)];
    default:
      return surplus(header, box);
  }
}

const IN_WAVE = new Set(['alac', 'chan', 'dac3', 'damr', 'dec3', 'esds', 'frma']);
/** An empty description of sound within one, and the end of the list. */
const FILLERS = new Set(['mp4a', '\0\0\0\0']);

function inWave(header: Buffer, box: Box): Patch[] {
  if (FILLERS.has(box.kind)) return [zeros(box.body, box.end)];
  return IN_WAVE.has(box.kind) ? cleanSettings(header, box) : blanked(box);
}

/** Numbers that stand for colours, or a profile. */
function colors(header: Buffer, { at, body, end, kind }: Box): Patch[] {
  const form = header.toString('latin1', body, body + 4);
  const numbers = { nclc: 10, nclx: 11 }[form];
  if (numbers !== undefined) return [zeros(body + numbers, end)];
  const profile = profileIn(header.subarray(body + 4, end));
  if (!profile) return blanked({ at, body, end, kind });
  return [{ at: body + 4, piece: made(profile) }, zeros(body + 4 + profile.length, end)];
}

type Unit = { readonly from: number; readonly end: number };

/** Units behind their lengths. */
function unitsAt(header: Buffer, { at, count, end }: { at: number; count: number; end: number }): Unit[] {
  const units: Unit[] = [];
  let next = at;
  for (let left = count; left > 0; left -= 1) {
    const from = next + 2;
    next = from <= end ? from + header.readUInt16BE(next) : Infinity;
    if (next > end) throw new OddFile('settings are too short');
    units.push({ from, end: next });
  }
  return units;
}

const endOf = (units: readonly Unit[], otherwise: number): number => units.at(-1)?.end ?? otherwise;

/** By number in a unit's first byte (ITU-T H.264, table 7-1): sequences, their extensions, and pictures. */
const AVC_SETTINGS = new Set([7, 8, 13, 15]);
/** Those say of themselves how deep colours are, and have a list of extensions (ISO 14496-15, 5.3.3.1). */
const DEEP_PROFILES = new Set([100, 110, 122, 144]);
const AVC_HEAD_BYTES = 5;

function avcSettings(header: Buffer, { body, end }: Box): Patch[] {
  const sequences = listed(header, { at: body + AVC_HEAD_BYTES, mask: 31, end });
  const pictures = listed(header, { at: sequences.end, mask: 255, end });
  const isDeep = DEEP_PROFILES.has(header[body + 1] ?? 0) && pictures.end + 4 <= end;
  const extensions = isDeep ? listed(header, { at: pictures.end + 3, mask: 255, end }) : undefined;
  const units = [...sequences.units, ...pictures.units, ...(extensions?.units ?? [])];
  if (units.some(({ from }) => !AVC_SETTINGS.has((header[from] ?? 0) & 31)))
    throw new OddFile('its settings hold something else');
  return [zeros(extensions?.end ?? pictures.end, end)];
}

/** Units behind a byte that tells how many there are. */
function listed(
  header: Buffer,
  { at, mask, end }: { at: number; mask: number; end: number },
): { units: Unit[]; end: number } {
  if (at >= end) throw new OddFile('settings are too short');
  const units = unitsAt(header, { at: at + 1, count: (header[at] ?? 0) & mask, end });
  return { units, end: endOf(units, at + 1) };
}

const HEVC_ARRAYS_AT = 22;
/** Sequences, pictures, and supplemental messages (ITU-T H.265, table 7-1). */
const HEVC_SETTINGS = new Set([32, 33, 34, 39, 40]);

/** HEVC's settings are arrays of units, of which encoders make one of their own (ISO 14496-15, 8.3.3). */
function hevcSettings(header: Buffer, { body, end }: Box): Patch[] {
  const patches: Patch[] = [];
  let at = body + HEVC_ARRAYS_AT + 1;
  for (let array = header[body + HEVC_ARRAYS_AT] ?? 0; array > 0; array -= 1) {
    if (at + 3 > end) throw new OddFile('settings are too short');
    const units = unitsAt(header, { at: at + 3, count: header.readUInt16BE(at + 1), end });
    for (const unit of units) {
      if (!HEVC_SETTINGS.has(((header[unit.from] ?? 0) >> 1) & 63))
        throw new OddFile('its settings hold something else');
      patches.push(...fillUserData(header.subarray(unit.from, unit.end), { at: unit.from, units: 'hevc' }));
    }
    at = endOf(units, at + 3);
  }
  return [...patches, zeros(at, end)];
}

/** Descriptors of MPEG-4 (ISO 14496-1, 7.2.6): of a stream, its decoder, what that needs, and how it is packed. */
const STREAM = 3;
const DECODER = 4;
const SPECIFIC = 5;
const PACKING = 6;
const DECODER_HEAD_BYTES = 13;
/** Flags of a stream that is told to be elsewhere, and of two numbers. */
const HAS_ADDRESS = 0x40;
const HAS_DEPENDENCE = 0x80;
const HAS_CLOCK = 0x20;

function elementarySettings(header: Buffer, { body, end }: Box): Patch[] {
  const stream = descriptorAt(header, { at: body + 4, end });
  if (stream.tag !== STREAM) throw new OddFile('a stream is not described');
  const flags = header[stream.body + 2] ?? 0;
  if ((flags & HAS_ADDRESS) !== 0) throw new OddFile('its data are elsewhere');
  const inner =
    stream.body + 3 + ((flags & HAS_DEPENDENCE) === 0 ? 0 : 2) + ((flags & HAS_CLOCK) === 0 ? 0 : 2);
  const patches: Patch[] = [];
  for (const part of descriptorsIn(header, { at: inner, end: stream.end })) {
    if (part.tag !== DECODER && part.tag !== PACKING) throw new OddFile('a stream says something else');
    if (part.tag === DECODER) patches.push(...decoder(header, part));
  }
  return [...patches, zeros(stream.end, end)];
}

function decoder(header: Buffer, { body, end }: Descriptor): Patch[] {
  const parts = [...descriptorsIn(header, { at: body + DECODER_HEAD_BYTES, end })];
  if (parts.some(({ tag }) => tag !== SPECIFIC)) throw new OddFile('a decoder says something else');
  return parts.flatMap((part) => userDataOfMpeg4(header.subarray(part.body, part.end), part.body));
}

type Descriptor = { readonly tag: number; readonly body: number; readonly end: number };

function* descriptorsIn(
  header: Buffer,
  { at, end }: { at: number; end: number },
): Generator<Descriptor, void> {
  for (let next = at; next < end;) {
    const found = descriptorAt(header, { at: next, end });
    yield found;
    next = found.end;
  }
}

/** Lengths have seven bits a byte, the first of which says whether another follows. */
function descriptorAt(header: Buffer, { at, end }: { at: number; end: number }): Descriptor {
  let [body, length, byte] = [at + 1, 0, 0x80];
  for (; (byte & 0x80) !== 0; body += 1) {
    if (body >= end || body > at + 4) throw new OddFile('a descriptor is too short');
    byte = header[body] ?? 0;
    length = length * 128 + (byte & 0x7f);
  }
  if (body + length > end) throw new OddFile('a descriptor is too long');
  return { tag: header[at] ?? 0, body, end: body + length };
}

const START_CODE = Buffer.from([0, 0, 1]);
const MPEG4_USER_DATA = 0xb2;
const MPEG4_VISUAL = 0xb0;

/** User data among MPEG-4's settings go from their start code to the next (ISO 14496-2, 6.2.1). */
function userDataOfMpeg4(bytes: Buffer, at: number): Patch[] {
  const isVisual = bytes.indexOf(START_CODE) === 0 && (bytes[3] ?? 0) <= MPEG4_VISUAL;
  const patches: Patch[] = [];
  for (let from = isVisual ? 0 : -1; from >= 0; from = bytes.indexOf(START_CODE, from + 4)) {
    if (bytes[from + 3] !== MPEG4_USER_DATA) continue;
    const next = bytes.indexOf(START_CODE, from + 4);
    const end = next < 0 ? bytes.length : next;
    patches.push({ at: at + from + 4, piece: { kind: 'fill', byte: 0xff, length: end - from - 4 } });
  }
  return patches;
}
