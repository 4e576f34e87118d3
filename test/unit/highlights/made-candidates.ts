import type { Candidate, Signals } from '../../../functions/highlights/candidate.ts';
import type { PictureHash } from '../../../functions/highlights/picture-hash.ts';
import { idOf } from '../../fixtures/records.ts';

/** A good photo's measurements. */
export const GOOD: Signals = {
  sharpness: 700,
  overexposed: 0,
  underexposed: 0.01,
  contrast: 0.4,
  colourfulness: 45,
  megapixels: 12,
};

export const EVENING = Date.UTC(2026, 5, 30, 18);
export const MINUTE = 60_000;

const mix = (seed: number): number =>
  Math.imul(Math.imul(seed + 1, 0x9e3779b1) ^ 0x85ebca6b, 0xc2b2ae35) >>> 0;

/** Hashes of unlike scenes: far apart, the same for the same number. */
export function hashOf(scene: number): PictureHash {
  return { high: mix(scene * 2), low: mix(scene * 2 + 1) };
}

/** The same hash with this many of its lowest bits turned. */
export function nearHash({ high, low }: PictureHash, bits: number): PictureHash {
  return { high, low: (low ^ (2 ** bits - 1)) >>> 0 };
}

/** A good photo of a scene of its own, a minute after the one before. */
export function candidate(number: number, change: Partial<Candidate> = {}): Candidate {
  const capturedMs = EVENING + number * MINUTE;
  return {
    id: idOf('med', number),
    uploader: `guest:${idOf('gst', number % 7)}`,
    capturedMs,
    momentMs: change.capturedMs ?? capturedMs,
    hash: hashOf(number),
    contentHash: null,
    voteCount: 0,
    width: 4000,
    height: 3000,
    signals: GOOD,
    isMeasured: true,
    ...change,
  };
}
