import type { Range } from './zip-layout.ts';

/**
 * How an archive is divided into parts of a multipart upload, and the parts into stretches, one per message.
 * Source: Amazon S3 User Guide, "Multipart upload limits": 10,000 parts, each but the last of at least 5 MiB;
 * an object of at most 5 TiB.
 */
const MIB = 1024 * 1024;
export const MIN_PART_BYTES = 8 * MIB;
const MAX_PARTS = 9000;
/**
 * A stretch is what one message asks for: seconds of work, so that a killed worker costs little and progress
 * is smooth.
 */
export const STRETCH_BYTES = 32 * MIB;

export const MAX_ARCHIVE_BYTES = 5 * 1024 ** 4;

export type PartPlan = {
  readonly totalBytes: number;
  readonly partBytes: number;
  readonly partCount: number;
  readonly stretchCount: number;
};

export function planParts(totalBytes: number): PartPlan {
  const partBytes = Math.max(MIN_PART_BYTES, Math.ceil(totalBytes / MAX_PARTS / MIB) * MIB);
  const partCount = Math.max(1, Math.ceil(totalBytes / partBytes));
  return {
    totalBytes,
    partBytes,
    partCount,
    stretchCount: Math.ceil(partCount / partsPerStretch(partBytes)),
  };
}

const partsPerStretch = (partBytes: number): number => Math.max(1, Math.floor(STRETCH_BYTES / partBytes));

/** The parts of one stretch with their bytes; parts are numbered from 1, stretches from 0. */
export function partsOf(cut: PartPlan, stretch: number): { number: number; range: Range }[] {
  const each = partsPerStretch(cut.partBytes);
  const first = stretch * each;
  const count = Math.max(0, Math.min(each, cut.partCount - first));
  return Array.from({ length: count }, (_, index) => ({
    number: first + index + 1,
    range: {
      start: (first + index) * cut.partBytes,
      end: Math.min((first + index + 1) * cut.partBytes, cut.totalBytes),
    },
  }));
}

/** How many bytes the finished stretches hold. */
export function bytesDone(cut: PartPlan, done: ReadonlySet<number>): number {
  const stretchBytes = partsPerStretch(cut.partBytes) * cut.partBytes;
  const last = cut.stretchCount - 1;
  const whole = done.size * stretchBytes;
  return done.has(last) ? whole - (cut.stretchCount * stretchBytes - cut.totalBytes) : whole;
}
