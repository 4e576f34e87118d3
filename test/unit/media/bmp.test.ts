import { describe, expect, it } from 'vitest';
import { decodeBmp } from '../../../functions/media/bmp.ts';
import { UndecodableMedia } from '../../../functions/media/undecodable.ts';

type Rgb = readonly [number, number, number];

const WIDTH = 5;
const HEIGHT = 3;
// Distinct places, so that any mix-up of rows, columns or channels shows; values that 5 bits hold exactly.
const palette: Rgb[] = [
  [0, 0, 0],
  [255, 255, 255],
  [255, 0, 0],
  [0, 255, 0],
  [0, 0, 255],
  [255, 255, 0],
];
const indexAt = (x: number, y: number): number => (x + y * 2) % palette.length;
const upright: Rgb[][] = Array.from({ length: HEIGHT }, (_, y) =>
  Array.from({ length: WIDTH }, (_, x) => palette[indexAt(x, y)] ?? [0, 0, 0]),
);
const expected = upright.flat(2);

type Parts = {
  header?: 12 | 40 | 52 | 56 | 64 | 108 | 124;
  bits: number;
  method?: number;
  masks?: readonly number[];
  colors?: readonly Rgb[];
  data: Buffer;
  topDown?: boolean;
  width?: number;
  height?: number;
};

/** Header, masks, palette and data of a bitmap, put together by the format's description. */
function bmp({
  header = 40,
  bits,
  method = 0,
  masks = [],
  colors = [],
  data,
  topDown = false,
  width = WIDTH,
  height = HEIGHT,
}: Parts): Buffer {
  const info = Buffer.alloc(header);
  info.writeUInt32LE(header, 0);
  if (header === 12) {
    info.writeUInt16LE(width, 4);
    info.writeUInt16LE(height, 6);
    info.writeUInt16LE(1, 8);
    info.writeUInt16LE(bits, 10);
  } else {
    info.writeInt32LE(width, 4);
    info.writeInt32LE(topDown ? -height : height, 8);
    info.writeUInt16LE(1, 12);
    info.writeUInt16LE(bits, 14);
    info.writeUInt32LE(method, 16);
    info.writeUInt32LE(colors.length, 32);
    if (header > 40) masks.forEach((mask, at) => info.writeUInt32LE(mask >>> 0, 40 + at * 4));
  }
  const maskBytes = Buffer.alloc(header === 40 ? masks.length * 4 : 0);
  if (header === 40) masks.forEach((mask, at) => maskBytes.writeUInt32LE(mask >>> 0, at * 4));
  const table = Buffer.from(colors.flatMap(([r, g, b]) => (header === 12 ? [b, g, r] : [b, g, r, 0])));
  const file = Buffer.alloc(14);
  file.write('BM');
  file.writeUInt32LE(14 + info.length + maskBytes.length + table.length, 10);
  return Buffer.concat([file, info, maskBytes, table, data]);
}

/** Rows as they are stored, each padded to four bytes. */
function lines(write: (x: number, y: number) => readonly number[], topDown = false): Buffer {
  const order = topDown ? [0, 1, 2] : [2, 1, 0];
  return Buffer.concat(
    order.map((y) => {
      const row = Array.from({ length: WIDTH }, (_, x) => write(x, y)).flat();
      return Buffer.concat([Buffer.from(row), Buffer.alloc((4 - (row.length % 4)) % 4)]);
    }),
  );
}

/** Palette indexes packed into rows, highest bits first. */
function packed(bits: number, index: (x: number, y: number) => number): Buffer {
  return Buffer.concat(
    [2, 1, 0].map((y) => {
      const text = Array.from({ length: WIDTH }, (_, x) => index(x, y).toString(2).padStart(bits, '0')).join(
        '',
      );
      const whole = text.padEnd(Math.ceil(text.length / 32) * 32, '0');
      return Buffer.from(whole.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? []);
    }),
  );
}

const wide = (value: number): number[] => [
  value & 255,
  (value >>> 8) & 255,
  (value >>> 16) & 255,
  value >>> 24,
];
const word = (value: number): number[] => [value & 255, value >> 8];
const at = (x: number, y: number): Rgb => upright[y]?.[x] ?? [0, 0, 0];
const part = (value: number, bits: number, shift: number): number =>
  Math.round((value / 255) * (2 ** bits - 1)) * 2 ** shift;
const pack = (
  x: number,
  y: number,
  [r, g, b]: readonly [number, number, number],
  [rs, gs, bs]: readonly [number, number, number],
): number => {
  const [red, green, blue] = at(x, y);
  return part(red, r, rs) + part(green, g, gs) + part(blue, b, bs);
};

const pixelsOf = (file: Buffer): number[] => [...decodeBmp(file).picture.data];
const codeOf = (file: Buffer): unknown => {
  try {
    decodeBmp(file);
    return 'decoded';
  } catch (error) {
    return error instanceof UndecodableMedia ? error.code : error;
  }
};

const indexes8 = lines((x, y) => [indexAt(x, y)]);
const rgb24 = lines((x, y) => [...at(x, y)].reverse());

describe('bitmaps', () => {
  it.each<[string, Buffer]>([
    ['8 bits', bmp({ bits: 8, colors: palette, data: indexes8 })],
    ['4 bits', bmp({ bits: 4, colors: palette, data: packed(4, indexAt) })],
    ['8 bits, OS/2 1', bmp({ header: 12, bits: 8, colors: palette, data: indexes8 })],
    ['24 bits, OS/2 1', bmp({ header: 12, bits: 24, data: rgb24 })],
    ['8 bits, OS/2 2', bmp({ header: 64, bits: 8, colors: palette, data: indexes8 })],
    ['24 bits', bmp({ bits: 24, data: rgb24 })],
    [
      '24 bits, top-down',
      bmp({ bits: 24, data: lines((x, y) => [...at(x, y)].reverse(), true), topDown: true }),
    ],
    ['24 bits, V5', bmp({ header: 124, bits: 24, data: rgb24 })],
    ['24 bits with a palette for old displays', bmp({ bits: 24, colors: palette, data: rgb24 })],
    ['16 bits', bmp({ bits: 16, data: lines((x, y) => word(pack(x, y, [5, 5, 5], [10, 5, 0]))) })],
    [
      '16 bits, 565',
      bmp({
        bits: 16,
        method: 3,
        masks: [0xf800, 0x07e0, 0x001f],
        data: lines((x, y) => word(pack(x, y, [5, 6, 5], [11, 5, 0]))),
      }),
    ],
    ['32 bits', bmp({ bits: 32, data: lines((x, y) => [...[...at(x, y)].reverse(), 0]) })],
    [
      '32 bits, unusual fields',
      bmp({
        bits: 32,
        method: 3,
        masks: [0xff800000, 0x00001f80, 0x0000001f],
        data: lines((x, y) => wide(pack(x, y, [9, 6, 5], [23, 7, 0]))),
      }),
    ],
    [
      '32 bits, fields in a header of 56 bytes without alpha',
      bmp({
        header: 56,
        bits: 32,
        method: 3,
        masks: [0x00ff0000, 0x0000ff00, 0x000000ff, 0],
        data: lines((x, y) => wide(pack(x, y, [8, 8, 8], [16, 8, 0]))),
      }),
    ],
  ])('of %s', (_name, file) => {
    const { picture, damaged } = decodeBmp(file);
    expect(picture).toMatchObject({ width: WIDTH, height: HEIGHT, channels: 3 });
    expect([...picture.data]).toEqual(expected);
    expect(damaged).toBe(false);
  });

  it('of 1 bit take both colours from the palette', () => {
    const file = bmp({
      bits: 1,
      colors: [palette[2] ?? [0, 0, 0], palette[4] ?? [0, 0, 0]],
      data: packed(1, (x, y) => (x + y) % 2),
    });
    const want = Array.from({ length: HEIGHT }, (_, y) =>
      Array.from({ length: WIDTH }, (_, x) => ((x + y) % 2 ? [0, 0, 255] : [255, 0, 0])),
    );
    expect(pixelsOf(file)).toEqual(want.flat(2));
  });

  it('keep an alpha channel that has a field', () => {
    const file = bmp({
      header: 108,
      bits: 32,
      method: 3,
      masks: [0x00ff0000, 0x0000ff00, 0x000000ff, 0xff000000],
      data: lines((x, y) => [...[...at(x, y)].reverse(), 128]),
    });
    const { picture } = decodeBmp(file);
    expect(picture.channels).toBe(4);
    expect([...picture.data.subarray(0, 8)]).toEqual([...at(0, 0), 128, ...at(1, 0), 128]);
  });

  it('show an index beyond the palette as black', () => {
    expect(
      pixelsOf(bmp({ bits: 8, colors: palette.slice(0, 2), data: lines(() => [200]) })).every(
        (value) => value === 0,
      ),
    ).toBe(true);
  });
});

const colorsOf = (rows: number[][]): number[] =>
  rows.flat().flatMap((index) => [...(palette[index] ?? [0, 0, 0])]);

describe('run lengths', () => {
  // Rows from the bottom: a run and literals with padding, a skip, the end.
  const rle8 = Buffer.from([3, 2, 2, 4, 0, 0, 0, 3, 1, 3, 5, 0, 0, 2, 1, 0, 1, 1, 0, 0, 1, 5, 0, 1]);
  const rows8 = [
    [5, 0, 0, 0, 0],
    [1, 3, 5, 0, 1],
    [2, 2, 2, 4, 4],
  ];

  it('of 8 bits', () => {
    const { picture, damaged } = decodeBmp(bmp({ bits: 8, method: 1, colors: palette, data: rle8 }));
    expect([...picture.data]).toEqual(colorsOf(rows8));
    expect(damaged).toBe(false);
  });

  it('of 4 bits', () => {
    const data = Buffer.from([5, 0x23, 0, 0, 0, 5, 0x12, 0x34, 0x50, 0, 0, 0, 2, 0x11, 0, 1]);
    expect(pixelsOf(bmp({ bits: 4, method: 2, colors: palette, data }))).toEqual(
      colorsOf([
        [1, 1, 0, 0, 0],
        [1, 2, 3, 4, 5],
        [2, 3, 2, 3, 2],
      ]),
    );
  });

  it('that end early are damaged', () => {
    expect(decodeBmp(bmp({ bits: 8, method: 1, colors: palette, data: rle8.subarray(0, 6) })).damaged).toBe(
      true,
    );
  });

  it('that lead outside are cut off', () => {
    // The first run is longer than the picture, the skip leads out of it, and so do the literals behind it.
    const wild = Buffer.from([
      255,
      2,
      0,
      0,
      0,
      2,
      255,
      0,
      255,
      1,
      0,
      255,
      ...Array(255).fill(3),
      0,
      0,
      0,
      0,
      0,
      1,
    ]);
    const { picture } = decodeBmp(bmp({ bits: 8, method: 1, colors: palette, data: wild }));
    expect([...picture.data]).toEqual(
      colorsOf([
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [2, 2, 2, 2, 2],
      ]),
    );
  });
});

describe('broken bitmaps', () => {
  const whole = bmp({ bits: 24, data: rgb24 });

  it('that lack lines are shown and flagged', () => {
    const { picture, damaged } = decodeBmp(whole.subarray(0, 54 + 20));
    expect(damaged).toBe(true);
    expect([...picture.data.subarray(-15)]).toEqual(upright[2]?.flat());
  });

  it('that lack only the last padding are whole', () => {
    expect(decodeBmp(whole.subarray(0, -1)).damaged).toBe(false);
  });

  it.each<[string, unknown, Buffer]>([
    ['nothing', 'damaged', Buffer.alloc(0)],
    ['a header alone', 'damaged', whole.subarray(0, 54)],
    ['half a header', 'damaged', whole.subarray(0, 30)],
    ['no width', 'damaged', bmp({ bits: 24, width: 0, data: rgb24 })],
    ['a negative width', 'damaged', bmp({ bits: 24, width: -5, data: rgb24 })],
    ['an odd depth', 'damaged', bmp({ bits: 7, data: rgb24 })],
    ['no depth', 'damaged', bmp({ bits: 0, data: rgb24 })],
    ['an embedded JPEG', 'damaged', bmp({ bits: 0, method: 4, data: rgb24 })],
    ['Huffman coding of OS/2', 'damaged', bmp({ header: 64, bits: 1, method: 3, data: rgb24 })],
    ['run lengths in 24 bits', 'damaged', bmp({ bits: 24, method: 4, data: rgb24 })],
    ['too many pixels', 'too-large', bmp({ bits: 1, width: 40_000, height: 40_000, data: rgb24 })],
    [
      'the smallest number for a height',
      'too-large',
      bmp({ bits: 1, height: -2_147_483_648, topDown: false, data: rgb24 }),
    ],
  ])('%s', (_name, code, file) => {
    expect(codeOf(file)).toBe(code);
  });

  it('never read outside, whatever the header says', () => {
    const files = [
      whole,
      bmp({ bits: 8, method: 1, colors: palette, data: Buffer.from([3, 2, 0, 1]) }),
      bmp({ bits: 16, method: 3, masks: [0xf800, 0x7e0, 0x1f], data: rgb24 }),
    ];
    const broken = files.flatMap((file) =>
      Array.from({ length: 54 }, (_, place) =>
        [0, 1, 0x7f, 0x80, 0xff].map((value) => {
          const copy = Buffer.from(file);
          // Sizes stay small: large ones are refused or honestly decoded, and both take their time.
          if (place !== 20 && place !== 24 && place !== 21 && place !== 25) copy[place] = value;
          return codeOf(copy);
        }),
      ).flat(),
    );
    expect(new Set(broken.filter((code) => typeof code !== 'string'))).toEqual(new Set());
  });
});
