import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { profileIn } from '../../../functions/copies/color-profile.ts';
import { jpegSegment, withSegments } from '../../fixtures/made-media.ts';
import { copyOf, p3, pixels, profileTags, profileWith } from './copy-making.ts';
import { scene } from './made-pictures.ts';

const iccChunk = (number: number, count: number, bytes: Buffer) =>
  jpegSegment(0xe2, `ICC_PROFILE\0${String.fromCharCode(number, count)}`, bytes);

const iccOf = async (file: Buffer): Promise<Buffer> => (await sharp(file).metadata()).icc ?? Buffer.of();

/** What a JPEG's segments have of its profile. */
function iccChunksOf(jpeg: Buffer): Buffer[] {
  const chunks: Buffer[] = [];
  for (let at = 2; jpeg[at + 1] !== 0xda; at += 2 + jpeg.readUInt16BE(at + 2)) {
    const segment = jpeg.subarray(at, at + 2 + jpeg.readUInt16BE(at + 2));
    if (segment.includes('ICC_PROFILE')) chunks.push(segment.subarray(18));
  }
  return chunks;
}

/** The header of a profile with another version, or other spaces. */
function headerOf(icc: Buffer, change: { version?: number; space?: string }): Buffer {
  const header = Buffer.from(icc.subarray(0, 128));
  if (change.version !== undefined) header[8] = change.version;
  if (change.space !== undefined) header.write(change.space, 16, 'latin1');
  return header;
}

const tag = (profile: Buffer | undefined, name: string): Buffer | undefined =>
  profile && profileTags(profile).find(([other]) => other === name)?.[1];

describe('a colour profile stays what colours are computed by', () => {
  it('where it is a table, as of printers', async () => {
    const original = await scene(60, 40).toColourspace('cmyk').withIccProfile('cmyk').jpeg().toBuffer();
    const copy = await copyOf(original);
    const [before, after] = [await iccOf(original), await iccOf(copy)];
    expect(tag(after, 'A2B0')?.length).toBeGreaterThan(100);
    for (const name of ['A2B0', 'A2B1', 'B2A0', 'wtpt']) expect(tag(after, name)).toEqual(tag(before, name));
    expect((await pixels(copy)).equals(await pixels(original))).toBe(true);
  });

  it('where it is of greys', async () => {
    const icc = await p3();
    const curve = Buffer.from('63757276000000000000000101cd0000', 'hex');
    const grey = profileWith(headerOf(icc, { space: 'GRAY' }), [
      ...profileTags(icc).filter(([name]) => ['desc', 'cprt', 'wtpt'].includes(name)),
      ['kTRC', curve],
    ]);
    const plain = await scene(60, 40).greyscale().jpeg().toBuffer();
    const original = withSegments(plain, iccChunk(1, 1, grey));
    const copy = await copyOf(original);
    const after = await iccOf(copy);
    expect(after.toString('latin1', 16, 20)).toBe('GRAY');
    for (const name of ['kTRC', 'wtpt']) expect(tag(after, name)).toEqual(tag(grey, name));
    expect((await pixels(copy)).equals(await pixels(original))).toBe(true);
  });

  it('among more tags than some decoders take', async () => {
    const icc = await p3();
    const more = Array.from(
      { length: 150 },
      (_, at) => [`T${100 + at}`, 'a text about it'] satisfies [string, string],
    );
    const clean = profileIn(profileWith(icc, [...more, ...profileTags(icc)]));
    for (const name of ['rXYZ', 'rTRC', 'chad']) expect(tag(clean, name)).toEqual(tag(icc, name));
    expect(clean?.includes('a text about it')).toBe(false);
  });

  it.each([
    ['between others', (icc: Buffer) => [icc.subarray(0, 200), Buffer.of(), icc.subarray(200)]],
    ['at the end', (icc: Buffer) => [icc.subarray(0, 200), icc.subarray(200), Buffer.of()]],
    ['behind what is none', (icc: Buffer) => [icc, Buffer.from('Ana'), Buffer.from('Ben')]],
  ])('in chunks of which one is empty %s', async (_, cut) => {
    const icc = await p3();
    const chunks = cut(icc);
    const original = withSegments(
      await scene(60, 40).jpeg().toBuffer(),
      ...chunks.map((bytes, at) => iccChunk(at + 1, chunks.length, bytes)),
    );
    const copy = await copyOf(original);
    expect(Buffer.concat(iccChunksOf(copy))).toEqual(profileIn(icc));
    // Decoders do not agree about an empty one, and each sees the same in both.
    expect(iccChunksOf(copy)).toHaveLength(chunks.length);
    expect((await pixels(copy)).equals(await pixels(original))).toBe(true);
  });

  it('with the short description of a small one, which says nothing any more', async () => {
    const icc = await p3();
    const others = profileTags(icc).filter(([name]) => name !== 'desc' && name !== 'cprt');
    const short = 'desc\0\0\0\0\0\0\0\x06u RGB\0';
    const clean = profileIn(profileWith(headerOf(icc, { version: 2 }), [...others, ['desc', short]]));
    expect(tag(clean, 'desc')?.toString('latin1')).toBe('desc\0\0\0\0\0\0\0\x01'.padEnd(short.length, '\0'));
  });
});
