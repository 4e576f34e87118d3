import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { reducePictureApart } from '../../../functions/media/make-picture-apart.ts';
import {
  exifSegment,
  iptcSegment,
  jpegSegment,
  withSegments,
  xmpSegment,
} from '../../fixtures/made-media.ts';

const folder = mkdtempSync(join(tmpdir(), 'reduced-'));
afterAll(() => rmSync(folder, { recursive: true }));

const BUDGET = { cpuMs: 20_000, priority: 0 };

async function reduced(bytes: Buffer, side = 2000): Promise<Buffer> {
  const path = join(folder, 'source');
  writeFileSync(path, bytes);
  return reducePictureApart({ path, side }, BUDGET);
}

/** Half of it red, half blue. */
async function picture(width: number, height: number): Promise<Sharp> {
  const half = { create: { width: width / 2, height, channels: 3 as const, background: '#d01020' } };
  const background = '#1020d0';
  const base = sharp({ create: { width, height, channels: 3, background } });
  return base.composite([{ input: half, left: 0, top: 0 }]);
}

async function sizeOf(width: number, height: number) {
  const bytes = await reduced(await (await picture(width, height)).jpeg().toBuffer());
  const made = await sharp(bytes).metadata();
  return [made.format, made.width, made.height, made.space];
}

describe('a photo for chats', () => {
  it('has a long side of 2,000 pixels, and is never enlarged', async () => {
    expect(await sizeOf(2200, 1100)).toEqual(['jpeg', 2000, 1000, 'srgb']);
    expect(await sizeOf(1100, 2200)).toEqual(['jpeg', 1000, 2000, 'srgb']);
    expect(await sizeOf(300, 200)).toEqual(['jpeg', 300, 200, 'srgb']);
  });

  it('is upright, and tells nothing that the file told', async () => {
    const plain = await (await picture(300, 150)).jpeg().toBuffer();
    const told = withSegments(
      plain,
      exifSegment({ first: { 0x010f: 'PLANTED-Camera', 0x0112: 6 }, gps: { 1: 'PLANTED-North' } }),
      xmpSegment('PLANTED-xmp'),
      iptcSegment({ 80: 'PLANTED-author' }),
      jpegSegment(0xfe, 'PLANTED-comment'),
    );
    const bytes = await reduced(Buffer.concat([told, Buffer.from('PLANTED-behind')]), 200);
    expect(bytes.includes('PLANTED')).toBe(false);
    const { exif, xmp, iptc, icc, width, height, orientation } = await sharp(bytes).metadata();
    expect({ exif, xmp, iptc, icc, orientation }).toEqual({});
    expect([width, height]).toEqual([100, 200]);
  });

  it('is in sRGB whatever its profile was, and on white where it was transparent', async () => {
    const wide = await (await picture(60, 40)).withIccProfile('p3').jpeg({ quality: 100 }).toBuffer();
    const { channels } = await sharp(await reduced(wide)).stats();
    const seen = await sharp(await sharp(wide).toColourspace('srgb').png().toBuffer()).stats();
    for (const [at, { mean }] of channels.entries())
      expect(Math.abs(mean - (seen.channels[at]?.mean ?? 0))).toBeLessThan(4);
    const clear = { create: { width: 20, height: 20, channels: 4 as const, background: '#00000000' } };
    const { dominant } = await sharp(await reduced(await sharp(clear).png().toBuffer())).stats();
    expect(Math.min(dominant.r, dominant.g, dominant.b)).toBeGreaterThan(240);
  });

  it('is refused of what is no picture, and of what takes too long', async () => {
    await expect(reduced(Buffer.from('no picture'))).rejects.toMatchObject({ code: 'wrong-type' });
    const path = join(folder, 'slow');
    writeFileSync(path, await (await picture(60, 40)).jpeg().toBuffer());
    await expect(
      reducePictureApart({ path, side: 2000 }, { ...BUDGET, mostExpectedMs: 1 }),
    ).rejects.toMatchObject({ name: 'OverBudget' });
  });
});
