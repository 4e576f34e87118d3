import { mediaType } from '../../shared/values/media-types.ts';
import type { PersonKey } from '../domain/caller.ts';
import type { MediaRecord } from '../domain/records.ts';
import { type PictureHash, readHash } from './picture-hash.ts';

/** The media worker's measurements of a picture. */
export type Signals = {
  /** Variance of the Laplacian of brightness. */
  readonly sharpness: number;
  /** Shares of pixels, 0–1, that are almost white or black. */
  readonly overexposed: number;
  readonly underexposed: number;
  /** Standard deviation of brightness, 0–1. */
  readonly contrast: number;
  /** 0 is grey, above 80 very colourful. */
  readonly colourfulness: number;
  readonly megapixels: number;
};

/** A photo that may become a highlight. */
export type Candidate = {
  readonly id: string;
  readonly uploader: PersonKey;
  /** Capture time in milliseconds; undefined if the camera recorded none. */
  readonly capturedMs: number | undefined;
  /** Its time within the event: the capture time if known, or else the upload time. */
  readonly momentMs: number;
  /** Undefined if the picture has too little contrast for a hash to mean anything. */
  readonly hash: PictureHash | undefined;
  readonly contentHash: string | null;
  readonly voteCount: number;
  readonly width: number;
  readonly height: number;
  readonly signals: Signals;
  /** False if the worker has not measured it yet, or could not. */
  readonly isMeasured: boolean;
};

/** Stands in for missing measurements if no other picture of the event has any either. */
const UNMEASURED: Signals = {
  sharpness: 80,
  overexposed: 0,
  underexposed: 0,
  contrast: 0.3,
  colourfulness: 30,
  megapixels: 1,
};

/** Below this contrast a picture is one flat colour, and all flat colours have the same hash. */
const FLAT_CONTRAST = 0.02;

/** Whether an item counts towards the three photos that highlights need. */
export function isApprovedPhoto(media: MediaRecord): boolean {
  return media.status === 'approved' && mediaType(media.mimeType)?.kind === 'picture';
}

/**
 * The candidate for an approved picture that can be shown, or soon will be. @returns undefined for any other
 * item
 */
export function candidateOf(media: MediaRecord): Candidate | undefined {
  const { facts } = media;
  if (!isApprovedPhoto(media) || media.state === 'unsupported') return undefined;
  const signals: Signals = { ...UNMEASURED, ...facts?.signals };
  const capturedMs = media.capturedAt === null ? undefined : Date.parse(media.capturedAt);
  return {
    id: media.id,
    uploader: media.uploader,
    capturedMs,
    momentMs: capturedMs ?? Date.parse(media.uploadedAt),
    hash: signals.contrast < FLAT_CONTRAST ? undefined : readHash(facts?.perceptualHash ?? null),
    contentHash: media.contentHash,
    voteCount: media.voteCount,
    width: facts?.width ?? 0,
    height: facts?.height ?? 0,
    signals,
    isMeasured: Boolean(facts?.signals),
  };
}
