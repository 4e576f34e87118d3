import { describe, expect, it } from 'vitest';
import { affordableScale, assertExpected } from '../../../functions/media/expected-cost.ts';
import { OverBudget } from '../../../functions/media/over-budget.ts';
import { HEAVY, USUAL } from '../../../functions/uploads/picture-budgets.ts';

const work = (format: string, [width, height, frames = 1]: readonly number[], isProgressive = false) => ({
  format,
  width: width ?? 0,
  height: height ?? 0,
  frames,
  isProgressive,
});
const isUsual = (...task: Parameters<typeof work>): boolean => {
  try {
    assertExpected(work(...task), USUAL.mostExpectedMs);
    return true;
  } catch (error) {
    if (error instanceof OverBudget) return false;
    throw error;
  }
};

describe('what a header says', () => {
  it.each([
    ['a phone’s photo', 'jpeg', [8192, 6144], false],
    ['a screenshot', 'png', [3840, 2160], false],
    ['a small animation', 'gif', [320, 240, 60], false],
    ['an animation of too many frames, of which the first is shown', 'gif', [480, 270, 201], false],
  ] as const)('lets %s be made at once', (_what, format, size, isProgressive) => {
    expect(isUsual(format, size, isProgressive)).toBe(true);
  });

  it.each([
    ['an animation', 'gif', [480, 270, 90], false],
    ['what is decoded as a whole', 'png', [6400, 4800], false],
    ['a large progressive photo', 'jpeg', [8192, 6144], true],
  ] as const)('sends %s to where there is more time', (_what, format, size, isProgressive) => {
    expect(isUsual(format, size, isProgressive)).toBe(false);
  });
});

describe('an animation', () => {
  const leftMs = HEAVY.cpuMs - 150;
  it.each([
    ['gif', [480, 270, 90], 1],
    ['webp', [480, 270, 90], 1],
    ['gif', [500, 500, 160], 0.5],
    ['webp', [500, 500, 160], undefined],
    ['gif', [500, 500, 161], undefined],
  ] as const)('%s of %j moves as large as there is time', (format, size, scale) => {
    const affordable = affordableScale(work(format, size), leftMs);
    expect(affordable && Math.round(affordable * 10) / 10).toBe(scale);
  });

  it('that nothing is left for stays a still', () => {
    expect(affordableScale(work('gif', [320, 240, 10]), 0)).toBeUndefined();
  });
});
