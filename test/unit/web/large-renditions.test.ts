import { expect, it } from 'vitest';
import { largeRenditions } from '../../../web/src/features/lightbox/large-renditions.ts';

const wide = (width: number) => ({ url: `/${width}`, width, height: width });

// A browser takes the first of two with the same width, and the widest where it needs more.
it.each([
  ['a photo is seen in any size', [320, 800, 1600], [320, 800, 1600]],
  ['a small animation moves', [320, 480, 480], [320, 480]],
  ['an animation that was made smaller moves', [320, 500, 257], [257]],
] as const)('%s', (_what, [small, tile, screen], selectable) => {
  const renditions = { small: wide(small), tile: wide(tile), screen: wide(screen) };
  const large = largeRenditions({ renditions });
  expect(Object.values(large).map(({ width }) => width)).toEqual(selectable);
  expect(large.screen).toBe(renditions.screen);
});
