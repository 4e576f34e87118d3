import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import {
  box,
  exifSegment,
  iptcSegment,
  jpegSegment,
  pngChunk,
  riffChunk,
  withSegments,
  xmpSegment,
} from '../../fixtures/made-media.ts';
import { profileIn } from '../../../functions/copies/color-profile.ts';
import { hasSamples, sample } from '../../fixtures/sample-files.ts';
import { copyOf, expectProfileOf, p3, pixels, planOfCopy, profileTags, profileWith } from './copy-making.ts';
import { animation, GREEN, RED, scene } from './made-pictures.ts';

/** Planted in every place of a file that can hold text. */
const NOTE = 'Ana was here, 48.2082 N';

type Place = [place: string, plant: (whole: Buffer) => Buffer];

/** The copy of a file with a note in it: it has none. */
async function expectClean(planted: Buffer): Promise<Buffer> {
  expect(planted.includes(NOTE)).toBe(true);
  const copy = await copyOf(planted);
  expect(copy.includes(NOTE)).toBe(false);
  return copy;
}

const behind =
  (place: Buffer | string, inserted: Buffer | string, before = 0) =>
  (whole: Buffer) => {
    const bytes = Buffer.from(place as string, 'latin1');
    const at = whole.indexOf(bytes) + bytes.length - before;
    return Buffer.concat([
      whole.subarray(0, at),
      Buffer.from(inserted as string, 'latin1'),
      whole.subarray(at),
    ]);
  };

const segments =
  (...planted: Buffer[]) =>
  (whole: Buffer): Buffer =>
    withSegments(whole, ...planted);

const adobe = (transform: number) => jpegSegment(0xee, 'Adobe\0\x64\0\0\0\0', Buffer.of(transform));

const beforeData = (...chunks: Buffer[]) => behind('IDAT', Buffer.concat(chunks), 8);

const chunk = (kind: string, text: string): Buffer => riffChunk(kind, Buffer.from(text, 'latin1'));

const withChunk = (planted: Buffer) => (whole: Buffer) => {
  const longer = Buffer.concat([whole, planted]);
  longer.writeUInt32LE(longer.length - 8, 4);
  return longer;
};

const block = (label: number, ...texts: string[]): Buffer =>
  Buffer.concat([
    Buffer.from([0x21, label]),
    ...texts.map((text) => Buffer.concat([Buffer.from([text.length]), Buffer.from(text, 'latin1')])),
    Buffer.of(0),
  ]);

describe('what is planted in a JPEG', () => {
  it.each<Place>([
    ['tags of IFD0', segments(exifSegment({ first: { 0x010e: NOTE, 0x9c9b: NOTE, 0xc4a5: NOTE } }))],
    [
      'tags of EXIF, a maker note among them',
      segments(exifSegment({ exif: { 0x927c: NOTE, 0x9286: NOTE, 0xa430: NOTE } })),
    ],
    ['a second EXIF block', segments(exifSegment({ first: {} }), exifSegment({ first: { 0x010e: NOTE } }))],
    ['XMP', segments(xmpSegment(`note="${NOTE}"`))],
    ['longer XMP', segments(jpegSegment(0xe1, 'http://ns.adobe.com/xmp/extension/\0', NOTE))],
    ['IPTC', segments(iptcSegment({ 5: NOTE, 120: NOTE }))],
    ['a comment', segments(jpegSegment(0xfe, NOTE))],
    ...Array.from({ length: 16 }, (_, index): Place => [
      `APP${index}`,
      segments(jpegSegment(0xe0 + index, NOTE)),
    ]),
    ['a JFIF segment', segments(jpegSegment(0xe0, 'JFIF\0\x01\x01\0\0\x01\0\x01\0\0', NOTE))],
    ['the number of lines', segments(jpegSegment(0xdc, NOTE))],
    ['the settings of another coding', segments(jpegSegment(0xcc, `${NOTE}!`))],
    ["Adobe's segment", segments(jpegSegment(0xee, 'Adobe\0\x64\0\0\0\0\x01', NOTE))],
    ['a segment between its scans', behind('\xff\xd9', jpegSegment(0xfe, NOTE), 2)],
    ['what follows its end', (whole) => Buffer.concat([whole, Buffer.from(NOTE)])],
  ])('is not in the copy: %s', async (_, plant) => {
    const whole = await scene(64, 48).jpeg().toBuffer();
    expect((await pixels(await expectClean(plant(whole)))).equals(await pixels(whole))).toBe(true);
  });

  it('is not in the copy: values of tables of another coding, more than there are tables', async () => {
    const pairs = Buffer.from(NOTE, 'utf16le').swap16();
    const whole = await scene(64, 48).jpeg().toBuffer();
    const copy = await expectClean(segments(jpegSegment(0xfe, NOTE), jpegSegment(0xcc, pairs))(whole));
    expect(copy.includes(pairs)).toBe(false);
  });

  it.each<[string, (profile: Buffer) => Buffer[]]>([
    ['behind its profile', (icc) => [jpegSegment(0xe2, 'ICC_PROFILE\0\x01\x01', icc, NOTE)]],
    [
      'in a chunk that its profile has not',
      (icc) => [
        jpegSegment(0xe2, 'ICC_PROFILE\0\x01\x01', icc),
        jpegSegment(0xe2, 'ICC_PROFILE\0\x02\x01', NOTE),
      ],
    ],
  ])('is not in the copy: %s', async (_, planted) => {
    await expectClean(withSegments(await scene(64, 48).jpeg().toBuffer(), ...planted(await p3())));
  });

  it('is not in the copy if it is behind a profile whose chunks come in another order', async () => {
    const icc = await p3();
    const chunks = [
      jpegSegment(0xe2, 'ICC_PROFILE\0\x02\x02', icc.subarray(200), NOTE),
      jpegSegment(0xe2, 'ICC_PROFILE\0\x01\x02', icc.subarray(0, 200)),
    ];
    const planted = withSegments(await scene(64, 48).jpeg().toBuffer(), ...chunks);
    await expectProfileOf(planted, await expectClean(planted));
  });

  it('does not change how colours are read, of which the last word counts', async () => {
    const whole = await scene(64, 48).jpeg().toBuffer();
    const told = withSegments(whole, adobe(1), adobe(0));
    expect((await pixels(await copyOf(told))).equals(await pixels(told))).toBe(true);
  });
});

const textTag = (kind: string) => `${kind}\0\0\0\0${NOTE}`.padEnd(200, '\0');
const withTag = (name: string, data: string) => (icc: Buffer) =>
  profileWith(icc, [...profileTags(icc).filter(([other]) => other !== name), [name, data]]);

describe('what is planted in a colour profile', () => {
  it.each<[string, (icc: Buffer) => Buffer]>([
    ['its description', withTag('desc', textTag('mluc'))],
    ['its copyright', withTag('cprt', textTag('text'))],
    ['the name of a device', withTag('dmdd', textTag('desc'))],
    ['a tag of its own', withTag('AnaM', NOTE)],
    ['bytes that are of no tag', (icc) => profileWith(icc, [...profileTags(icc), ['', NOTE]])],
    ['behind the numbers of a tag', withTag('bkpt', `XYZ \0\0\0\0${'\0'.repeat(12)}${NOTE}`)],
    [
      'what its header has of its maker',
      (icc) => Buffer.concat([icc.subarray(0, 84), Buffer.from(NOTE), icc.subarray(84 + NOTE.length)]),
    ],
    ['the same name twice', (icc) => profileWith(icc, [...profileTags(icc), ['rTRC', NOTE]])],
  ])('is not in the copy: %s', async (_, plant) => {
    const icc = await p3();
    const jpeg = await scene(64, 48).jpeg().toBuffer();
    const withProfile = (profile: Buffer) =>
      withSegments(jpeg, jpegSegment(0xe2, 'ICC_PROFILE\0\x01\x01', profile));
    const planted = withProfile(plant(icc));
    const copy = await expectClean(planted);
    await expectProfileOf(withProfile(icc), copy);
    expect((await pixels(copy)).equals(await pixels(withProfile(icc)))).toBe(true);
  });

  it('does not take colours along where a text stands in the place of numbers', async () => {
    const icc = await p3();
    const tags = profileTags(icc).filter(([name]) => name !== 'desc');
    const planted = profileWith(icc, [...tags, ['desc', textTag('mluc')]]);
    // The description is where the red curve is.
    const [entry, red] = [132 + 12 * tags.length, 132 + 12 * tags.findIndex(([name]) => name === 'rTRC')];
    planted.copy(planted, entry + 4, red + 4, red + 12);
    const clean = profileIn(planted) ?? Buffer.of();
    expect(profileTags(clean).map(([name]) => name)).not.toContain('desc');
    expect(profileTags(clean).find(([name]) => name === 'rTRC')).toEqual(
      tags.find(([name]) => name === 'rTRC'),
    );
  });
});

describe('what is planted in a PNG', () => {
  it.each<Place>([
    ['tEXt', beforeData(pngChunk('tEXt', `Comment\0${NOTE}`))],
    [
      'the keyword of zTXt',
      beforeData(pngChunk('zTXt', Buffer.concat([Buffer.from(`${NOTE}\0\0`), deflateSync('x')]))),
    ],
    ['iTXt', beforeData(pngChunk('iTXt', `XML:com.adobe.xmp\0\0\0\0\0${NOTE}`))],
    ['eXIf', beforeData(pngChunk('eXIf', exifSegment({ first: { 0x010e: NOTE } }).subarray(10)))],
    ['a suggested palette', beforeData(pngChunk('sPLT', `${NOTE}\0\x08`))],
    ['another suggested palette', beforeData(pngChunk('PLTE', `${NOTE}!`))],
    ['a private chunk', beforeData(pngChunk('prVt', NOTE))],
    ['a frame of a still', beforeData(pngChunk('fdAT', `\0\0\0\0${NOTE}`))],
    [
      'the name of its profile',
      beforeData(
        pngChunk('iCCP', Buffer.concat([Buffer.from(`${NOTE}\0\0`), deflateSync(Buffer.alloc(200))])),
      ),
    ],
    ['a profile that is none', beforeData(pngChunk('iCCP', `icc\0\0${NOTE}`))],
    ['what follows its end', (whole) => Buffer.concat([whole, Buffer.from(NOTE)])],
  ])('is not in the copy: %s', async (_, plant) => {
    const whole = await scene(64, 48).png().toBuffer();
    expect((await pixels(await expectClean(plant(whole)))).equals(await pixels(whole))).toBe(true);
  });

  it('is not in the copy if it is behind the profile, which stays', async () => {
    const icc = await p3();
    const packed = Buffer.concat([
      Buffer.from(`${NOTE}\0\0`),
      deflateSync(Buffer.concat([icc, Buffer.from(NOTE)])),
    ]);
    const planted = beforeData(pngChunk('iCCP', packed))(await scene(64, 48).png().toBuffer());
    const copy = await expectClean(planted);
    await expectProfileOf(await scene(64, 48).png().withIccProfile('p3').toBuffer(), copy);
  });

  it.each<Place>([
    ['gAMA', (whole) => beforeData(pngChunk('gAMA', NOTE))(whole)],
    ['sRGB', (whole) => beforeData(pngChunk('sRGB', '\0'), pngChunk('sRGB', NOTE))(whole)],
    ['tRNS', (whole) => beforeData(pngChunk('tRNS', NOTE.repeat(20)))(whole)],
  ])('prevents a copy if it makes a chunk too long or comes twice: %s', async (_, plant) => {
    expect(await planOfCopy(plant(await scene(64, 48).png().toBuffer()))).toBeUndefined();
  });
});

describe('what is planted in a WebP', () => {
  it.each<Place>([
    ['XMP', withChunk(chunk('XMP ', NOTE))],
    ['EXIF', withChunk(chunk('EXIF', NOTE))],
    ['an unknown chunk', withChunk(chunk('noTe', NOTE))],
    ['a second picture', withChunk(chunk('VP8 ', NOTE))],
    ['a second header', withChunk(chunk('VP8X', NOTE))],
    [
      'a frame of a still',
      withChunk(chunk('ANMF', '\0'.repeat(16) + chunk('VP8 ', NOTE).toString('latin1'))),
    ],
    ['the settings of an animation that is none', withChunk(chunk('ANIM', NOTE))],
    ['what follows its end', (whole) => Buffer.concat([whole, Buffer.from(NOTE)])],
  ])('is not in the copy: %s', async (_, plant) => {
    const whole = await scene(64, 48).webp().withIccProfile('p3').toBuffer();
    expect((await pixels(await expectClean(plant(whole)))).equals(await pixels(whole))).toBe(true);
  });

  it('is not in the copy if it is behind the profile, which stays', async () => {
    const [icc, whole] = [await p3(), await scene(64, 48).webp().withIccProfile('p3').toBuffer()];
    const at = whole.indexOf('ICCP');
    const end = at + 8 + icc.length + (icc.length % 2);
    const planted = Buffer.concat([
      whole.subarray(0, at),
      chunk('ICCP', icc.toString('latin1') + NOTE),
      whole.subarray(end),
    ]);
    planted.writeUInt32LE(planted.length - 8, 4);
    await expectProfileOf(whole, await expectClean(planted));
  });

  it.each<[string, string]>([
    ['a second picture in a frame', chunk('VP8 ', NOTE).toString('latin1')],
    ['what follows it in a frame', 'Ana Ana'],
  ])('prevents a copy: %s', async (_, text) => {
    const gif = await animation([RED, GREEN], 20, 16);
    const whole = await sharp(gif, { pages: -1 }).webp({ lossless: true }).toBuffer();
    const frame = whole.lastIndexOf('ANMF');
    const body = whole.toString('latin1', frame + 8, frame + 8 + whole.readUInt32LE(frame + 4));
    const planted = Buffer.concat([whole.subarray(0, frame), chunk('ANMF', body + text)]);
    planted.writeUInt32LE(planted.length - 8, 4);
    expect(await planOfCopy(planted)).toBeUndefined();
  });
});

describe('what is planted in a GIF', () => {
  it.each<Place>([
    ['a comment', (whole) => behind('NETSCAPE2.0\x03\x01\0\0\0', block(0xfe, NOTE))(whole)],
    ['a text', (whole) => behind('NETSCAPE2.0\x03\x01\0\0\0', block(0x01, '\0'.repeat(12), NOTE))(whole)],
    ['XMP', (whole) => behind('NETSCAPE2.0\x03\x01\0\0\0', block(0xff, 'XMP DataXMP', NOTE))(whole)],
    [
      'a profile that is none',
      (whole) => behind('NETSCAPE2.0\x03\x01\0\0\0', block(0xff, 'ICCRGBG1012', NOTE))(whole),
    ],
    [
      'a second number of loops',
      (whole) => behind('NETSCAPE2.0\x03\x01\0\0\0', block(0xff, 'NETSCAPE2.0', '\x01\0\0', NOTE))(whole),
    ],
    ['what follows its end', (whole) => Buffer.concat([whole, Buffer.from(NOTE)])],
  ])('is not in the copy: %s', async (_, plant) => {
    const whole = await animation([RED, GREEN], 20, 16);
    expect((await pixels(await expectClean(plant(whole)))).equals(await pixels(whole))).toBe(true);
  });
});

/** Puts a box, or bytes, at the end of the first box of a kind, and makes all around it as much longer. */
const inBox =
  (path: readonly string[], planted: Buffer) =>
  (whole: Buffer): Buffer => {
    const places = path.reduce<number[]>(
      (found, kind) => [...found, whole.indexOf(kind, found.at(-1) ?? 0)],
      [],
    );
    const last = (places.at(-1) ?? 0) - 4;
    const end = last + whole.readUInt32BE(last);
    const longer = Buffer.concat([whole.subarray(0, end), planted, whole.subarray(end)]);
    for (const place of places)
      longer.writeUInt32BE(whole.readUInt32BE(place - 4) + planted.length, place - 4);
    return longer;
  };

describe.runIf(hasSamples)('what is planted in a video', () => {
  const MDIA = ['moov', 'trak', 'mdia'];
  const STBL = [...MDIA, 'minf', 'stbl'];
  const text = Buffer.from(NOTE);
  it.each<Place>([
    ...['udta', 'meta', 'uuid', 'free', 'abcd'].flatMap((kind): Place[] => [
      [`${kind} beside the header`, (whole) => Buffer.concat([whole, box(kind, NOTE)])],
      [`${kind} in the header`, inBox(['moov'], box(kind, NOTE))],
      [`${kind} in a track`, inBox(['moov', 'trak'], box(kind, NOTE))],
      [`${kind} in a description`, inBox([...STBL, 'stsd', 'avc1'], box(kind, NOTE))],
    ]),
    ["a track's name", inBox([...MDIA, 'hdlr'], text)],
    ...['mvhd'].map((kind): Place => [`the end of ${kind}`, inBox(['moov', kind], text)]),
    ['the end of tkhd', inBox(['moov', 'trak', 'tkhd'], text)],
    ['the end of mdhd', inBox([...MDIA, 'mdhd'], text)],
    ['the end of vmhd', inBox([...MDIA, 'minf', 'vmhd'], text)],
    ...['stts', 'stsc', 'stsz', 'stco'].map((kind): Place => [
      `the end of ${kind}`,
      inBox([...STBL, kind], text),
    ]),
    ['the end of avcC', inBox([...STBL, 'stsd', 'avc1', 'avcC'], text)],
    ['the hints of a table', inBox(STBL, box('sgpd', NOTE))],
    ['what lies between samples', (whole) => Buffer.concat([whole, box('mdat', NOTE)])],
    ['what follows its end', (whole) => Buffer.concat([whole, text])],
  ])('is not in the copy: %s', async (_, plant) => {
    await expectClean(plant(sample('video/made-mov.mov')));
  });

  it.each<Place>([
    ['the header', inBox(['moov'], Buffer.concat([Buffer.alloc(4), text]))],
    ['a track', inBox(['moov', 'trak'], Buffer.concat([Buffer.alloc(4), text]))],
    ['a table', inBox(STBL, Buffer.concat([Buffer.alloc(4), text]))],
    ['a description', inBox([...STBL, 'stsd', 'avc1'], Buffer.concat([Buffer.alloc(4), text]))],
    ['a reference', inBox([...MDIA, 'minf', 'dinf'], Buffer.concat([Buffer.alloc(4), text]))],
  ])('prevents a copy if it is behind the last box: %s', async (_, plant) => {
    expect(await planOfCopy(plant(sample('video/made-mov.mov')))).toBeUndefined();
  });
});
