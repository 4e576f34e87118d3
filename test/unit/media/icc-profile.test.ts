import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { isSrgb, readMatrixProfile } from '../../../functions/media/icc-profile.ts';
import { openPicture } from '../../../functions/media/open-picture.ts';
import { scene } from './made-pictures.ts';

const tagged = (profile: string, width = 300, height = 200): Promise<Buffer> =>
  scene(width, height).withIccProfile(profile).png().toBuffer();
const iccOf = async (file: Buffer): Promise<Buffer> => (await sharp(file).metadata()).icc ?? Buffer.alloc(0);

describe('colour profiles', () => {
  it('of Display P3 are converted as a colour engine does', async () => {
    const file = await tagged('p3');
    const { raw } = await openPicture(file, { mime: 'image/png', box: 1600 });
    const engine = await sharp(file).toColourspace('srgb').raw().toBuffer();
    const unconverted = await sharp(file, { ignoreIcc: true }).raw().toBuffer();
    const worst = (other: Buffer): number =>
      other.reduce((most, value, at) => Math.max(most, Math.abs(value - (raw.data[at] ?? 0))), 0);
    expect(worst(engine)).toBeLessThanOrEqual(2);
    expect(worst(unconverted)).toBeGreaterThan(8);
  });

  it('of sRGB are recognised, and cost nothing', async () => {
    const srgb = readMatrixProfile(await iccOf(await tagged('srgb')));
    const wide = readMatrixProfile(await iccOf(await tagged('p3')));
    expect(srgb && isSrgb(srgb)).toBe(true);
    expect(wide && isSrgb(wide)).toBe(false);
  });

  it('of other kinds are left to the engine', async () => {
    const cmyk = await scene(60, 40).toColourspace('cmyk').withIccProfile('cmyk').jpeg().toBuffer();
    expect(readMatrixProfile(await iccOf(cmyk))).toBeUndefined();
    expect((await openPicture(cmyk, { mime: 'image/jpeg', box: 1600 })).raw.channels).toBe(3);
  });

  it('that are broken are never followed outside', async () => {
    const whole = await iccOf(await tagged('p3'));
    const tries = Array.from({ length: whole.length }, (_, at) => {
      const broken = Buffer.from(whole);
      broken[at] = 0xff;
      return [broken, whole.subarray(0, at)];
    }).flat();
    expect(() => tries.map(readMatrixProfile)).not.toThrow();
  });
});
