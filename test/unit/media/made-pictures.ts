import sharp from 'sharp';
import { exifSegment, withSegments } from '../../fixtures/made-media.ts';

type Rgb = readonly [number, number, number];

export const RED: Rgb = [220, 20, 20];
export const GREEN: Rgb = [20, 200, 20];
export const BLUE: Rgb = [20, 20, 220];
export const YELLOW: Rgb = [230, 220, 20];

const ofRaw = (data: Buffer, width: number, height: number) =>
  sharp(data, { raw: { width, height, channels: 3 } });

function rawPixels(width: number, height: number, color: (x: number, y: number) => Rgb): Buffer {
  const data = Buffer.alloc(width * height * 3);
  let at = 0;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) for (const value of color(x, y)) data[at++] = value;
  }
  return data;
}

/** RGB pixels from a function of the place. */
export const pixels = (width: number, height: number, color: (x: number, y: number) => Rgb) =>
  ofRaw(rawPixels(width, height, color), width, height);

/** Red and green above, blue and yellow below. */
export const quadrants = (width: number, height: number) =>
  pixels(width, height, (x, y) =>
    y < height / 2 ? (x < width / 2 ? RED : GREEN) : x < width / 2 ? BLUE : YELLOW,
  );

const scenes = new Map<string, Buffer>();

/** Something with edges and shades in all places, the same for a seed. */
export function scene(width: number, height: number, seed = 1) {
  const key = `${width} ${height} ${seed}`;
  const data = scenes.get(key) ?? sceneData(width, height, seed);
  scenes.set(key, data);
  return ofRaw(data, width, height);
}

const sceneData = (width: number, height: number, seed: number): Buffer =>
  rawPixels(width, height, (x, y) => {
    const [u, v] = [(x / width) * 6 + seed, (y / height) * 6 - seed];
    const wave = Math.sin(u * seed) * Math.cos(v) + Math.sin(u * v);
    const edge = Math.floor(u * 2) % 2 === Math.floor(v * 3) % 2 ? 40 : 0;
    return [120 + wave * 60 + edge, 110 + Math.sin(v * 2) * 80, 90 + edge + wave * 30].map((value) =>
      Math.min(255, Math.max(0, Math.round(value))),
    ) as unknown as Rgb;
  });

const jpegOptions = { quality: 95, chromaSubsampling: '4:4:4' } as const;

/**
 * The quadrants stored so that a viewer has to apply the orientation to see them upright: by definition of
 * the tag (CIPA DC-008, 4.6.4.A) the stored picture is the upright one, turned or flipped the other way.
 */
export async function orientedJpeg(orientation: number, width = 48, height = 32): Promise<Buffer> {
  const upright = await quadrants(width, height).raw().toBuffer();
  const start = () => sharp(upright, { raw: { width, height, channels: 3 } });
  const twice = async (angle: number) =>
    sharp(await start().flop().png().toBuffer())
      .rotate(angle)
      .jpeg(jpegOptions)
      .toBuffer();
  const stored: Record<number, () => Promise<Buffer>> = {
    1: () => start().jpeg(jpegOptions).toBuffer(),
    2: () => start().flop().jpeg(jpegOptions).toBuffer(),
    3: () => start().rotate(180).jpeg(jpegOptions).toBuffer(),
    4: () => start().flip().jpeg(jpegOptions).toBuffer(),
    5: () => twice(270),
    6: () => start().rotate(270).jpeg(jpegOptions).toBuffer(),
    7: () => twice(90),
    8: () => start().rotate(90).jpeg(jpegOptions).toBuffer(),
  };
  const jpeg = await stored[orientation]?.();
  if (jpeg === undefined) throw new Error(`No orientation ${orientation}`);
  return withSegments(jpeg, exifSegment({ first: { 0x0112: orientation } }));
}

/** The colour at a place given in shares of the width and height. */
export async function colorAt(bytes: Buffer, across: number, down: number): Promise<Rgb> {
  const { data, info } = await sharp(bytes)
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (Math.floor(down * info.height) * info.width + Math.floor(across * info.width)) * info.channels;
  return [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
}

/** Whether two colours look alike; lossy compression shifts each channel somewhat. */
export const isNear = (a: Rgb, b: Rgb, tolerance = 30): boolean =>
  a.every((value, index) => Math.abs(value - (b[index] ?? 0)) <= tolerance);

/** An animation whose frames have one colour each. */
export async function animation(colors: readonly Rgb[], width = 20, height = 16): Promise<Buffer> {
  const data = Buffer.concat(
    colors.map((color) => Buffer.from(Array.from({ length: width * height }, () => color).flat())),
  );
  const raw = { width, height: height * colors.length, channels: 3, pageHeight: height } as const;
  return sharp(data, { raw })
    .gif({ delay: colors.map(() => 100) })
    .toBuffer();
}
