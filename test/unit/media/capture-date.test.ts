import { describe, expect, it } from 'vitest';
import { deflateSync } from 'node:zlib';
import { readCaptureDate, toCapturedAt } from '../../../functions/media/capture-date.ts';
import { readPictureBlocks } from '../../../functions/media/picture-blocks.ts';
import { sniffMediaType } from '../../../functions/media/sniff.ts';
import {
  appleMeta,
  box,
  exifBlock,
  exifSegment,
  iptcSegment,
  jpegOf,
  mvhd,
  pngChunk,
  pngOf,
  riffChunk,
  uint32,
  webpOf,
  xmpSegment,
} from '../../fixtures/made-media.ts';
import { hasSamples, sample, sampleNames, samplePath } from '../../fixtures/sample-files.ts';

const now = new Date('2026-11-20T12:00:00Z');
const ORIGINAL = 0x9003;
const CREATED = 0x9004;
const OFFSET = 0x9011;

const dateOf = (input: Buffer | string, mime = 'image/jpeg') => readCaptureDate({ input, mime, now });
const exifDate = (text: string, more: Record<number, string> = {}) =>
  dateOf(jpegOf(exifSegment({ exif: { [ORIGINAL]: text, ...more } })));

const withSatellites = (local: string, clock: [number, number, number], date = '2024:05:06') =>
  dateOf(
    jpegOf(
      exifSegment({
        exif: { [ORIGINAL]: local },
        gps: { 0x1d: date, 0x07: clock.map((value) => [value * 100, 100] as const) },
      }),
    ),
  );

const movie = (...boxes: Buffer[]): Buffer =>
  Buffer.concat([box('ftyp', 'isom\0\0\0\0'), box('mdat', Buffer.alloc(5000)), box('moov', ...boxes)]);

const recordingDay = (text: string): Buffer =>
  box('udta', box('\xa9day', Buffer.from([0, 24, 0x15, 0xc7]), text));

async function countedReads(mime: string, header: Buffer): Promise<number> {
  let reads = 0;
  const read = (): Promise<Buffer> => {
    reads += 1;
    return Promise.resolve(header);
  };
  await readPictureBlocks({ size: 2 ** 40, read }, mime);
  return reads;
}

describe('dates in EXIF', () => {
  it.each([false, true])('are read in both byte orders (big endian: %s)', async (bigEndian) => {
    const file = jpegOf(exifSegment({ exif: { [ORIGINAL]: '2024:05:06 07:08:09' }, bigEndian }));
    expect(await dateOf(file)).toEqual({
      localTime: '2024-05-06T07:08:09',
      offsetMinutes: null,
      source: 'exif',
    });
  });

  it.each([
    ['+03:00', 180],
    ['-04:30', -270],
    ['+05:45', 345],
    ['Z', 0],
    ['   :  ', null],
    ['+25:00', null],
  ])('take the offset %j from its own tag', async (text, offsetMinutes) => {
    expect(await exifDate('2024:05:06 07:08:09', { [OFFSET]: text })).toMatchObject({ offsetMinutes });
  });

  it.each<[string, string, [number, number, number], number | null]>([
    ['two hours east', '2024:05:06 12:00:00', [10, 0, 1], 120],
    ['India', '2024:05:06 12:00:00', [6, 29, 0], 330],
    ['Nepal', '2024:05:06 12:00:00', [6, 15, 30], 345],
    ['over midnight, west', '2024:05:05 22:00:00', [5, 0, 0], -420],
    ['a clock that is wrong by seven minutes', '2024:05:06 12:07:00', [10, 0, 0], null],
    ['more than fourteen hours', '2024:05:07 01:00:00', [10, 0, 0], null],
    ['the same time', '2024:05:06 10:00:00', [10, 0, 0], 0],
  ])('infer the offset from satellite time: %s', async (_name, local, clock, offsetMinutes) => {
    expect(await withSatellites(local, clock)).toMatchObject({ offsetMinutes });
  });

  it('never divide by the zero of an empty satellite time', async () => {
    const gps = { 0x1d: '2024:05:06', 0x07: [[0, 0] as const, [0, 0] as const, [0, 0] as const] };
    const file = jpegOf(exifSegment({ exif: { [ORIGINAL]: '2024:05:06 07:08:09' }, gps }));
    expect(await dateOf(file)).toMatchObject({ offsetMinutes: null });
  });

  it.each([
    '0000:00:00 00:00:00',
    '    :  :     :  :  ',
    '',
    '1904:01:01 00:00:00',
    '1970:01:01 00:00:00',
    '1970:01:01 01:00:00',
    '2024:02:30 10:00:00',
    '2024:13:01 10:00:00',
    '2024:01:01 25:00:00',
    '2026:11:22 12:00:00',
    '2099:01:01 00:00:00',
    '2024:05:06',
    'yesterday',
  ])('refuse %j', async (text) => {
    expect(await exifDate(text)).toBeUndefined();
  });

  it('allow a camera east of UTC that wrote its wall time a moment ago', async () => {
    expect(await exifDate('2026:11:21 01:59:00')).toMatchObject({ localTime: '2026-11-21T01:59:00' });
  });

  it('allow the date of an old scan', async () => {
    expect(await exifDate('1965:07:04 12:00:00')).toMatchObject({ localTime: '1965-07-04T12:00:00' });
  });

  it('pass over a refused original for CreateDate, then XMP, then IPTC', async () => {
    const bad = '0000:00:00 00:00:00';
    const created = exifSegment({ exif: { [ORIGINAL]: bad, [CREATED]: '2001:01:01 01:01:01' } });
    const none = exifSegment({ exif: { [ORIGINAL]: bad, [CREATED]: bad } });
    const xmp = xmpSegment('xmp:CreateDate="2002-02-02T02:02:02+02:00"');
    const iptc = iptcSegment({ 55: '20030303', 60: '030303-0400' });
    expect(await dateOf(jpegOf(created, xmp, iptc))).toMatchObject({ localTime: '2001-01-01T01:01:01' });
    expect(await dateOf(jpegOf(none, xmp, iptc))).toEqual({
      localTime: '2002-02-02T02:02:02',
      offsetMinutes: 120,
      source: 'xmp',
    });
    expect(await dateOf(jpegOf(none, iptc))).toEqual({
      localTime: '2003-03-03T03:03:03',
      offsetMinutes: -240,
      source: 'iptc',
    });
  });

  it('are read under any name of the type, and under none that is unknown', async () => {
    const file = jpegOf(exifSegment({ exif: { [ORIGINAL]: '2024:05:06 07:08:09' } }));
    expect(await dateOf(file, 'image/JPG')).toMatchObject({ localTime: '2024-05-06T07:08:09' });
    expect(await dateOf(file, 'text/plain')).toBeUndefined();
  });

  it('ignore the date of the last change', async () => {
    expect(await dateOf(jpegOf(exifSegment({ first: { 0x0132: '2024:05:06 07:08:09' } })))).toBeUndefined();
  });

  it('are found behind other segments and fill bytes', async () => {
    const wanted = exifSegment({ exif: { [ORIGINAL]: '2024:05:06 07:08:09' } });
    const other = Buffer.concat([Buffer.from([0xff, 0xe2, 0xff, 0xff]), Buffer.alloc(65_533)]);
    const file = jpegOf(other, other, Buffer.from([0xff, 0xff]), wanted);
    expect(await dateOf(file)).toMatchObject({ localTime: '2024-05-06T07:08:09' });
  });
});

describe('dates in other pictures', () => {
  const block = exifBlock({ exif: { [ORIGINAL]: '2024:05:06 07:08:09' } });

  it('are read from PNG, behind the picture data too', async () => {
    const file = pngOf(pngChunk('IHDR', Buffer.alloc(13)), pngChunk('IDAT', 'x'), pngChunk('eXIf', block));
    expect(await dateOf(file, 'image/png')).toMatchObject({
      localTime: '2024-05-06T07:08:09',
      source: 'exif',
    });
  });

  const xml = '<rdf:Description><exif:DateTimeOriginal>2024-05-06T07:08:09Z</exif:DateTimeOriginal>';

  it.each([
    ['plain', Buffer.from(`XML:com.adobe.xmp\0\0\0\0\0${xml}`, 'latin1')],
    ['compressed', Buffer.concat([Buffer.from('XML:com.adobe.xmp\0\x01\0\0\0', 'latin1'), deflateSync(xml)])],
  ])('are read from %s XMP in PNG', async (_name, text) => {
    expect(await dateOf(pngOf(pngChunk('iTXt', text)), 'image/png')).toMatchObject({
      offsetMinutes: 0,
      source: 'xmp',
    });
  });

  it('stop at compressed text that swells without end', async () => {
    const bomb = Buffer.concat([
      Buffer.from('XML:com.adobe.xmp\0\x01\0\0\0', 'latin1'),
      deflateSync(Buffer.concat([Buffer.from(xml), Buffer.alloc(30_000_000)])),
    ]);
    expect(await dateOf(pngOf(pngChunk('iTXt', bomb)), 'image/png')).toBeUndefined();
  });

  it.each([
    ['bare', block],
    ["with JPEG's mark", Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), block])],
  ])('are read from WebP, %s', async (_name, body) => {
    const file = webpOf(riffChunk('VP8X', Buffer.alloc(9)), riffChunk('EXIF', body));
    expect(await dateOf(file, 'image/webp')).toMatchObject({ localTime: '2024-05-06T07:08:09' });
  });
});

describe('dates in videos', () => {
  // 2024-05-06T07:08:09Z in seconds from 1904, and from 1970.
  const unix = Date.UTC(2024, 4, 6, 7, 8, 9) / 1000;
  const mac = unix + 2_082_844_800;

  it('come from the header in UTC', async () => {
    const date = await dateOf(movie(mvhd(mac)), 'video/mp4');
    expect(date).toEqual({ localTime: '2024-05-06T07:08:09', offsetMinutes: 0, source: 'container' });
    expect(date && toCapturedAt(date)).toEqual({
      capturedAt: '2024-05-06T07:08:09.000Z',
      capturedAtZone: 'utc',
    });
  });

  it('may count from 1970', async () => {
    expect(await dateOf(movie(mvhd(unix)), 'video/mp4')).toMatchObject({ localTime: '2024-05-06T07:08:09' });
  });

  it.each([0, 2_082_844_800, 1])('are none where the header holds the zero %i', async (seconds) => {
    expect(await dateOf(movie(mvhd(seconds)), 'video/mp4')).toBeUndefined();
  });

  it("prefer Apple's own note, which has the offset", async () => {
    const file = movie(mvhd(mac), appleMeta('2024-05-06T09:08:09+0200'));
    const date = await dateOf(file, 'video/quicktime');
    expect(date).toEqual({ localTime: '2024-05-06T09:08:09', offsetMinutes: 120, source: 'video' });
    expect(date && toCapturedAt(date)).toEqual({
      capturedAt: '2024-05-06T07:08:09.000Z',
      capturedAtZone: 'offset',
      capturedOffsetMinutes: 120,
    });
  });

  it('take a full recording date, and no mere year', async () => {
    expect(await dateOf(movie(recordingDay('2024-05-06T09:08:09+0200')), 'video/quicktime')).toMatchObject({
      offsetMinutes: 120,
    });
    expect(await dateOf(movie(recordingDay('2024')), 'video/quicktime')).toBeUndefined();
  });

  it('read the header behind a data box of 64-bit size', async () => {
    const data = Buffer.concat([uint32(1), Buffer.from('mdat'), uint32(0, 5016), Buffer.alloc(5000)]);
    const file = Buffer.concat([box('ftyp', 'qt  '), data, box('moov', mvhd(mac))]);
    expect(await dateOf(file, 'video/quicktime')).toMatchObject({ localTime: '2024-05-06T07:08:09' });
  });

  it.each([
    ['Mon May 06 07:08:09 2024\n\0', '2024-05-06T07:08:09'],
    ['MON MAY  6 07:08:09 2024', '2024-05-06T07:08:09'],
    ['2024:05:06 07:08:09', '2024-05-06T07:08:09'],
    ['2024/05/06/ 07:08', undefined],
  ])('are read from AVI: %j', async (text, localTime) => {
    const list = riffChunk(
      'LIST',
      Buffer.concat([Buffer.from('hdrl'), riffChunk('IDIT', Buffer.from(text))]),
    );
    const file = riffChunk('RIFF', Buffer.concat([Buffer.from('AVI '), list]));
    expect((await dateOf(file, 'video/x-msvideo'))?.localTime).toBe(localTime);
  });

  it('are read from WebM', async () => {
    const date = Buffer.alloc(8);
    date.writeBigInt64BE(BigInt(unix * 1000 - Date.UTC(2001, 0, 1)) * 1_000_000n);
    const file = Buffer.concat([Buffer.from('1a45dfa3801549a9669b446188', 'hex'), date]);
    expect(await dateOf(file, 'video/webm')).toMatchObject({
      localTime: '2024-05-06T07:08:09',
      source: 'container',
    });
  });
});

describe('an instant to store', () => {
  it.each([
    [
      { localTime: '2024-05-06T07:08:09', offsetMinutes: 180, source: 'exif' },
      '2024-05-06T04:08:09.000Z',
      'offset',
    ],
    [
      { localTime: '2024-05-06T07:08:09', offsetMinutes: null, source: 'exif' },
      '2024-05-06T07:08:09.000Z',
      'local',
    ],
    [
      { localTime: '2024-05-06T07:08:09', offsetMinutes: null, source: 'video' },
      '2024-05-06T07:08:09.000Z',
      'local',
    ],
    [
      { localTime: '2024-05-06T07:08:09', offsetMinutes: 0, source: 'container' },
      '2024-05-06T07:08:09.000Z',
      'utc',
    ],
  ] as const)('%j', (date, capturedAt, capturedAtZone) => {
    const { offsetMinutes } = date;
    const isExact = capturedAtZone === 'offset';
    expect(toCapturedAt(date)).toEqual({
      capturedAt,
      capturedAtZone,
      ...(isExact && { capturedOffsetMinutes: offsetMinutes }),
    });
  });
});

/** The same numbers on every run (mulberry32). */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Damages some bytes of the head, and cuts the file off somewhere now and then. */
function damaged(file: Buffer, random: () => number): Buffer {
  const copy = Buffer.from(
    file.subarray(0, random() < 0.3 ? Math.floor(random() * file.length) : file.length),
  );
  const reach = Math.min(copy.length, 6000);
  for (let hit = 0; hit < 1 + random() * 30; hit += 1) {
    if (reach > 0) copy[Math.floor(random() * reach)] = random() < 0.5 ? 0xff : Math.floor(random() * 256);
  }
  return copy;
}

describe('damaged and hostile headers', () => {
  const made: readonly (readonly [string, Buffer])[] = [
    [
      'image/jpeg',
      jpegOf(
        exifSegment({
          exif: { [ORIGINAL]: '2024:05:06 07:08:09', [OFFSET]: '+01:00' },
          gps: { 0x1d: '2024:05:06' },
        }),
        xmpSegment('xmp:CreateDate="2002-02-02T02:02:02"'),
        iptcSegment({ 55: '20030303', 60: '030303-0400' }),
      ),
    ],
    ['image/png', pngOf(pngChunk('eXIf', exifBlock({ exif: { [ORIGINAL]: '2024:05:06 07:08:09' } })))],
    ['image/webp', webpOf(riffChunk('EXIF', exifBlock({ exif: { [ORIGINAL]: '2024:05:06 07:08:09' } })))],
    ['video/mp4', box('moov', mvhd(3_700_000_000), appleMeta('2024-05-06T09:08:09+0200'))],
    ['video/x-ms-wmv', Buffer.from(`a1dcab8c47a9cf118ee400c00c205365${'0'.repeat(80)}`, 'hex')],
    ['video/webm', Buffer.from('1a45dfa3801549a9669b446188', 'hex')],
    ['video/x-msvideo', Buffer.from('RIFF0000AVI LIST0000hdrlIDIT')],
  ];

  it.each(made)('never throw: made %s', async (mime, file) => {
    const random = dice(1);
    const dates = Array.from({ length: 1500 }, () => dateOf(damaged(file, random), mime));
    await expect(Promise.all(dates)).resolves.toHaveLength(1500);
  });

  it.runIf(hasSamples)('never throw: real files', async () => {
    const random = dice(2);
    const jobs = sampleNames.flatMap((name) => {
      const file = sample(name).subarray(0, 200_000);
      const mime = sniffMediaType(file) ?? '';
      return Array.from({ length: 20 }, () => dateOf(damaged(file, random), mime));
    });
    await expect(Promise.all(jobs)).resolves.toHaveLength(sampleNames.length * 20);
  });

  it('read a bounded number of blocks of an endless PNG and JPEG', async () => {
    expect(await countedReads('image/png', Buffer.from('\0\0\0\0IDAT', 'latin1'))).toBeLessThanOrEqual(
      15_000,
    );
    expect(await countedReads('image/jpeg', Buffer.from([0xff, 0xe0, 0, 2]))).toBeLessThanOrEqual(200);
    expect(await countedReads('image/webp', Buffer.from('XXXX\0\0\0\0'))).toBeLessThanOrEqual(200);
  });
});

type Expected = {
  exifDateTimeOriginal?: string;
  exifOffset?: string;
  quickTimeUtcOrZoned?: string;
  none?: string;
};

/** `-04:30` in minutes. */
function minutesOf(offset: string): number {
  const [hours = 0, minutes = 0] = offset.slice(1).split(':').map(Number);
  return (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}

describe.runIf(hasSamples)('real files, against exiftool', () => {
  it('agree in at least 98 of 100', async () => {
    const reference = JSON.parse(sample('dates.json').toString()) as Record<string, Expected>;
    const wrong: string[] = [];
    for (const [name, expected] of Object.entries(reference)) {
      const mime = sniffMediaType(sample(name).subarray(0, 65_536)) ?? '';
      const date = await dateOf(samplePath(name), mime);
      const said = expected.exifDateTimeOriginal ?? expected.quickTimeUtcOrZoned?.slice(0, 19);
      const offsetAgrees =
        expected.exifOffset === undefined || date?.offsetMinutes === minutesOf(expected.exifOffset);
      if (date?.localTime.replace(/[-:T]/g, ' ') !== said?.replace(/[-:]/g, ' ') || !offsetAgrees)
        wrong.push(name);
    }
    const total = Object.keys(reference).length;
    const dated = Object.values(reference).filter(({ none }) => none === undefined).length;
    const share = (((total - wrong.length) / total) * 100).toFixed(1);
    console.log(
      `capture dates: ${total - wrong.length} of ${total} files as exiftool has them (${share} %; ${dated} carry one)`,
    );
    expect(total).toBeGreaterThan(40);
    expect(wrong.slice(0, Math.floor(total * 0.02))).toEqual(wrong);
  });
});
