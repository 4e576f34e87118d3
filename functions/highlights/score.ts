import type { Candidate, Signals } from './candidate.ts';

/**
 * How good a photo is as a highlight, in parts from 0 to 1. The bounds come from real photos and from
 * blurred, dark and blown-out variants of them.
 */
export type Parts = {
  readonly focus: number;
  readonly exposure: number;
  readonly contrast: number;
  readonly size: number;
  readonly votes: number;
  readonly colour: number;
  readonly shape: number;
};

/** The most votes that one photo of the event has. */
export type VoteScale = { readonly most: number };

/** Points out of 100. */
const POINTS = { technical: 55, votes: 30, colour: 10, shape: 5 } as const;

/** A prior of imagined voters, half of whom like a photo: a single vote in a quiet event does not decide. */
const PRIOR_VOTERS = 3;

/** Below this focus nothing in the picture is sharp. */
const VERY_BLURRED = 100;
const VERY_SHARP = 3000;

/** Below this a photo is spoiled: far too dark, blown out, or out of focus. */
const SPOILED = 0.4;

const between = (value: number, from: number, to: number): number =>
  Math.min(1, Math.max(0, (value - from) / (to - from)));

export function voteScaleOf(candidates: readonly Candidate[]): VoteScale {
  return { most: candidates.reduce((most, { voteCount }) => Math.max(most, voteCount), 0) };
}

export function partsOf(candidate: Candidate, { most }: VoteScale): Parts {
  const { signals, width, height, voteCount } = candidate;
  const ratio = Math.max(width, height) / Math.max(1, Math.min(width, height));
  return {
    focus: between(Math.log(focusOf(signals)), Math.log(VERY_BLURRED), Math.log(VERY_SHARP)),
    exposure: (1 - between(signals.overexposed, 0.02, 0.14)) * (1 - between(signals.underexposed, 0.3, 0.9)),
    contrast: between(signals.contrast, 0.1, 0.4),
    size: between(signals.megapixels, 0, 3),
    votes: (voteCount + PRIOR_VOTERS / 2) / (most + PRIOR_VOTERS),
    colour: between(signals.colourfulness, 0, 60),
    // Anything from a square to 16:9 fills a frame; a panorama or a long screenshot does not.
    shape: 1 - between(ratio, 1.8, 3),
  };
}

/**
 * Sharpness grows with the square of contrast, so a dark but sharp picture would pass for blurred: the
 * quotient measures focus alone.
 */
function focusOf({ sharpness, contrast }: Signals): number {
  return Math.max(1, sharpness / Math.max(contrast, 0.02) ** 2);
}

/** 0–1. Faults multiply: no sharpness makes up for blown highlights, which weigh most. */
export function technicalOf({ focus, exposure, contrast, size }: Parts): number {
  return (0.3 + 0.7 * focus) * (0.2 + 0.8 * exposure) * (0.3 + 0.7 * contrast) * (0.9 + 0.1 * size);
}

/** 0 to 100 with at most 2 decimals. */
export function scoreOf(parts: Parts): number {
  const points =
    POINTS.technical * technicalOf(parts) +
    POINTS.votes * parts.votes +
    POINTS.colour * parts.colour +
    POINTS.shape * parts.shape;
  return Math.round(points * 100) / 100;
}

/**
 * Whether a photo is spoiled, and a highlight only if nothing else is. Many votes overrule everything but
 * blur.
 */
export function isUnusable(candidate: Candidate, parts: Parts): boolean {
  if (!candidate.isMeasured) return false;
  if (focusOf(candidate.signals) < VERY_BLURRED) return true;
  const isLiked = candidate.voteCount > 0 && parts.votes >= 0.5;
  return technicalOf(parts) < SPOILED && !isLiked;
}
