import type { RawPicture } from './raw-picture.ts';

/** Device RGB to sRGB: a curve for each channel, a matrix, and sRGB's own curve. */
export type ColorTransform = {
  readonly curves: readonly [Float64Array, Float64Array, Float64Array];
  /** Row by row, linear device RGB to linear sRGB. */
  readonly matrix: readonly number[];
};

const TAGS_AT = 132;
const TAG_BYTES = 12;
const MAX_TAGS = 100;
const STEPS = 16_384;

/** From XYZ under D50, which profiles use, to linear sRGB (IEC 61966-2-1, adapted by Bradford). */
const XYZ_TO_SRGB = [
  3.1338561, -1.6168667, -0.4906146, -0.9787684, 1.9161415, 0.033454, 0.0719453, -0.2289914, 1.4052427,
];

const toSrgb = Uint8Array.from({ length: STEPS + 1 }, (_, step) => {
  const linear = step / STEPS;
  const encoded = linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055;
  return Math.round(encoded * 255);
});

/**
 * Reads an RGB profile made of curves and a matrix (ICC.1:2022, 8.3.3), as phones and cameras embed them:
 * sRGB, Display P3, Adobe RGB. Undefined for every other kind, which a colour engine has to convert. This
 * saves time: the engine takes longer for a photo than decoding it does.
 */
export function readMatrixProfile(profile: Buffer): ColorTransform | undefined {
  if (profile.length < TAGS_AT || profile.toString('latin1', 16, 24) !== 'RGB XYZ ') return undefined;
  const tags = new Map<string, Buffer>();
  const count = Math.min(profile.readUInt32BE(128), MAX_TAGS);
  for (let at = TAGS_AT; at + TAG_BYTES <= profile.length && tags.size < count; at += TAG_BYTES) {
    const from = profile.readUInt32BE(at + 4);
    tags.set(
      profile.toString('latin1', at, at + 4),
      profile.subarray(from, from + profile.readUInt32BE(at + 8)),
    );
  }
  if (tags.has('A2B0')) return undefined;
  const columns = ['rXYZ', 'gXYZ', 'bXYZ'].map((name) => readXyz(tags.get(name)));
  const [red, green, blue] = ['rTRC', 'gTRC', 'bTRC'].map((name) => readCurve(tags.get(name)));
  if (columns.includes(undefined) || red === undefined || green === undefined || blue === undefined)
    return undefined;
  const matrix = [0, 1, 2].flatMap((row) =>
    columns.map((column) =>
      (column ?? []).reduce((sum, value, index) => sum + (XYZ_TO_SRGB[row * 3 + index] ?? 0) * value, 0),
    ),
  );
  return { curves: [red, green, blue], matrix };
}

function readXyz(tag: Buffer | undefined): number[] | undefined {
  if (tag === undefined || tag.length < 20 || tag.toString('latin1', 0, 4) !== 'XYZ ') return undefined;
  return [8, 12, 16].map((at) => fixed(tag, at));
}

const fixed = (tag: Buffer, at: number): number => tag.readInt32BE(at) / 65_536;

/** The linear value, 0–1, of each of the 256 device values. */
function readCurve(tag: Buffer | undefined): Float64Array | undefined {
  if (tag === undefined || tag.length < 12) return undefined;
  const kind = tag.toString('latin1', 0, 4);
  const curve = kind === 'curv' ? tableCurve(tag) : kind === 'para' ? parametricCurve(tag) : undefined;
  if (curve === undefined) return undefined;
  const values = Float64Array.from({ length: 256 }, (_, value) =>
    Math.min(1, Math.max(0, curve(value / 255))),
  );
  return values.every(Number.isFinite) ? values : undefined;
}

type Curve = (value: number) => number;

function tableCurve(tag: Buffer): Curve | undefined {
  const count = tag.readUInt32BE(8);
  if (count === 0) return (value) => value;
  if (tag.length < 12 + count * 2) return undefined;
  if (count === 1) {
    const gamma = tag.readUInt16BE(12) / 256;
    return (value) => value ** gamma;
  }
  const entry = (index: number): number => tag.readUInt16BE(12 + index * 2) / 65_535;
  return (value) => {
    const position = value * (count - 1);
    const below = Math.min(count - 2, Math.floor(position));
    return entry(below) + (entry(below + 1) - entry(below)) * (position - below);
  };
}

/** The five functions of ICC.1:2022, table 68. */
function parametricCurve(tag: Buffer): Curve | undefined {
  const kind = tag.readUInt16BE(8);
  const count = [1, 3, 4, 5, 7][kind];
  if (count === undefined || tag.length < 12 + count * 4) return undefined;
  const numbers = Array.from({ length: count }, (_, index) => fixed(tag, 12 + index * 4));
  const [gamma = 1, a = 1, b = 0, c = 0, d = 0, e = 0, f = 0] = numbers;
  if (kind === 0) return (value) => value ** gamma;
  if (kind === 1) return (value) => (value >= -b / a ? (a * value + b) ** gamma : 0);
  if (kind === 2) return (value) => (value >= -b / a ? (a * value + b) ** gamma + c : c);
  return (value) => (value >= d ? (a * value + b) ** gamma + e : c * value + f);
}

/** Whether no colour changes by more than one step in 255: sRGB itself, under whatever name. */
export function isSrgb(transform: ColorTransform): boolean {
  const levels = [0, 32, 64, 96, 128, 160, 192, 224, 255];
  const samples = levels.flatMap((red) =>
    levels.flatMap((green) => levels.map((blue) => [red, green, blue])),
  );
  const data = Buffer.from(samples.flat());
  const raw: RawPicture = { data: Buffer.from(data), width: samples.length, height: 1, channels: 3 };
  convertToSrgb(raw, transform);
  return data.every((value, index) => Math.abs(value - (raw.data[index] ?? 0)) <= 1);
}

/** Converts RGB or RGBA pixels in place; alpha stays. */
export function convertToSrgb({ data, channels }: RawPicture, { curves, matrix }: ColorTransform): void {
  const [reds, greens, blues] = curves;
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 0] = matrix;
  for (let at = 0; at < data.length; at += channels) {
    const red = reds[data[at] ?? 0] ?? 0;
    const green = greens[data[at + 1] ?? 0] ?? 0;
    const blue = blues[data[at + 2] ?? 0] ?? 0;
    data[at] = encode(a * red + b * green + c * blue);
    data[at + 1] = encode(d * red + e * green + f * blue);
    data[at + 2] = encode(g * red + h * green + i * blue);
  }
}

function encode(linear: number): number {
  if (linear <= 0) return 0;
  return linear >= 1 ? 255 : (toSrgb[Math.round(linear * STEPS)] ?? 0);
}
