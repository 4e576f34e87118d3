import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  assertBelowUploadLimit,
  totalUploadLimit,
  splitLimit,
} from '../../../functions/domain/event-limits.ts';

describe('a limit in parts', () => {
  it('is exactly the limit, in parts as equal as can be', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50_000 }), fc.integer({ min: 1, max: 16 }), (limit, parts) => {
        const each = splitLimit(limit, parts);
        expect(each).toHaveLength(parts);
        expect(each.reduce((sum, part) => sum + part, 0)).toBe(limit);
        expect(Math.max(...each) - Math.min(...each)).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('one more upload', () => {
  const limit = 10;
  const refusal = (uploadCount: number, everUploaded: number, standing = 'guest' as const) => {
    try {
      assertBelowUploadLimit({ standing, uploadCount, everUploaded }, limit);
      return undefined;
    } catch (error) {
      return error;
    }
  };

  it('is there before the first, and up to the limit', () => {
    expect(() => assertBelowUploadLimit(undefined, limit)).not.toThrow();
    expect(refusal(9, 9)).toBeUndefined();
    expect(refusal(10, 10)).toMatchObject({ kind: 'forbidden', code: 'upload_limit' });
  });

  it('comes back with a deletion, but not for ever', () => {
    expect(refusal(9, 25)).toBeUndefined();
    expect(refusal(0, totalUploadLimit(limit) - 1)).toBeUndefined();
    expect(refusal(0, totalUploadLimit(limit))).toMatchObject({ kind: 'forbidden', code: 'upload_limit' });
  });

  it("is always there for the event's owner", () => {
    expect(() =>
      assertBelowUploadLimit({ standing: 'owner', uploadCount: 9999, everUploaded: 99_999 }, limit),
    ).not.toThrow();
  });
});
