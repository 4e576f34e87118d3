import { readFileSync } from 'node:fs';
import sharp, { type Sharp } from 'sharp';
import { type Candidate, candidateOf } from '../../../functions/highlights/candidate.ts';
import { fit, openPicture } from '../../../functions/media/open-picture.ts';
import { perceptualHashOf } from '../../../functions/media/picture-facts.ts';
import { signalsOf } from '../../../functions/media/picture-signals.ts';
import { RENDITION_BOXES } from '../../../functions/media/rendition-sizes.ts';
import { idOf, mediaRecord } from '../../fixtures/records.ts';
import { hasSamples, sample } from '../../fixtures/sample-files.ts';
import { EVENING, MINUTE } from './made-candidates.ts';

type Variant = 'original' | 'burst1' | 'burst2' | 'blurred' | 'dark' | 'blown';
type Scene = { file: string; worth: number; votes: Partial<Record<Variant, number>> };
type Labels = { scenes: Scene[]; variants: Record<Variant, number> };

const labels: Labels = JSON.parse(
  readFileSync(new URL('../../fixtures/highlight-labels.json', import.meta.url), 'utf8'),
);

/** A photo of the set: what the choice is given, and what a person said of it. */
export type Labelled = { candidate: Candidate; scene: number; variant: Variant; worth: number };

const spoil: Record<Variant, (picture: Sharp) => Sharp> = {
  original: (picture) => picture,
  burst1: (picture) => picture.extract({ left: 8, top: 6, width: 784, height: 588 }),
  burst2: (picture) => picture.extract({ left: 16, top: 4, width: 780, height: 584 }),
  blurred: (picture) => picture.blur(6),
  dark: (picture) => picture.linear(0.25, 0),
  blown: (picture) => picture.linear(2.2, 40),
};

/** Every photo of the album with all its variants, half an hour between scenes and two seconds between shots. */
export async function labelledSet(): Promise<Labelled[]> {
  const set: Labelled[] = [];
  for (const [at, scene] of labels.scenes.entries()) {
    const base = await frame(scene, at);
    for (const [shot, variant] of (Object.keys(labels.variants) as Variant[]).entries()) {
      const { width, height, ...found } = await measured(spoil[variant](sharp(base)));
      const candidate = candidateOf(
        mediaRecord(at * 10 + shot, {
          uploader: `guest:${idOf('gst', at % 4)}`,
          voteCount: scene.votes[variant] ?? 0,
          capturedAt: new Date(EVENING + at * 30 * MINUTE + shot * 2000).toISOString(),
          facts: {
            width,
            height,
            ...found,
            durationSeconds: null,
            blur: null,
            color: null,
            renditions: [],
            play: null,
          },
        }),
      );
      if (!candidate) throw new Error('The picture is no candidate.');
      set.push({ candidate, scene: at, variant, worth: scene.worth * labels.variants[variant] });
    }
  }
  return set;
}

/** What the worker measures, without the renditions that nobody looks at here. */
async function measured(picture: Sharp) {
  const bytes = await picture.jpeg({ quality: 92 }).toBuffer();
  const { raw, width, height } = await openPicture(bytes, {
    mime: 'image/jpeg',
    box: RENDITION_BOXES.screen,
  });
  const tile = await fit(raw, RENDITION_BOXES.tile);
  const small = await fit(tile, RENDITION_BOXES.small);
  const signals = signalsOf({ tile, small, pixels: width * height });
  return { width, height, perceptualHash: perceptualHashOf(small), signals: { ...signals } };
}

/** The album's photo, or a drawing in its place where the album is not there: the same size for all. */
async function frame({ file }: Scene, at: number): Promise<Buffer> {
  const input = hasSamples ? sharp(sample(`album/${file}`)).rotate() : drawing(at);
  return input.resize(800, 600, { fit: 'cover' }).jpeg({ quality: 95 }).toBuffer();
}

/** Overlapping rectangles of many colours: no two numbers give the same drawing. */
function drawing(seed: number): Sharp {
  const [width, height] = [800, 600];
  const data = Buffer.alloc(width * height * 3, 90);
  const spot = (n: number, max: number): number => (Math.imul(n * 31 + seed + 1, 0x9e3779b1) >>> 0) % max;
  for (let n = 0; n < 60; n += 1) {
    const [left, top, side] = [spot(n + 200, width), spot(n + 400, height), 20 + spot(n + 600, 160)];
    const colour = [spot(n, 230), spot(n + 99, 230), spot(n + 77, 230)];
    for (let y = top; y < Math.min(height, top + side / 2); y += 1)
      for (let x = left; x < Math.min(width, left + side); x += 1) data.set(colour, (y * width + x) * 3);
  }
  return sharp(data, { raw: { width, height, channels: 3 } });
}
