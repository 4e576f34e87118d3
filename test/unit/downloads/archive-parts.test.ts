import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  bytesDone,
  planParts,
  MAX_ARCHIVE_BYTES,
  partsOf,
} from '../../../functions/downloads/archive-parts.ts';

const MIB = 1024 * 1024;
const range = (count: number) => Array.from({ length: count }, (_, index) => index);

it('cuts any length into parts that S3 takes, each in one stretch, without gaps', () => {
  const lengths = fc.oneof(fc.integer({ min: 22, max: 200 * MIB }), fc.integer({ min: 22, max: 2 ** 43 }));
  fc.assert(
    fc.property(lengths, (length) => {
      const cut = planParts(Math.min(length, MAX_ARCHIVE_BYTES));
      const parts = range(cut.stretchCount).flatMap((stretch) => partsOf(cut, stretch));
      expect(parts.length).toBe(cut.partCount);
      expect(parts.length).toBeLessThanOrEqual(10_000);
      let next = 0;
      for (const [index, part] of parts.entries()) {
        const sizeBytes = part.range.end - part.range.start;
        const isLarge = sizeBytes >= 5 * MIB || index === parts.length - 1;
        const isRight = part.number === index + 1 && part.range.start === next && isLarge;
        // No assertion for each: there are up to ten thousand.
        if (!isRight || sizeBytes > 600 * MIB)
          throw new Error(`Part ${index + 1} is ${JSON.stringify(part)}.`);
        next = part.range.end;
      }
      expect(next).toBe(cut.totalBytes);
    }),
    { numRuns: 30 },
  );
});

it('counts the bytes of finished stretches in any order', () => {
  const cut = planParts(100 * MIB + 5);
  expect(cut.stretchCount).toBe(4);
  expect(bytesDone(cut, new Set())).toBe(0);
  expect(bytesDone(cut, new Set([3]))).toBe(4 * MIB + 5);
  expect(bytesDone(cut, new Set([2, 0]))).toBe(64 * MIB);
  expect(bytesDone(cut, new Set(range(4)))).toBe(cut.totalBytes);
});
