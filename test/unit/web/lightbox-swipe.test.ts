import { expect, it } from 'vitest';
import { swipeStep } from '../../../web/src/features/lightbox/swipe-step.ts';

it.each([
  ['50 px to the left', { x: -50, y: 0 }, 1],
  ['50 px to the right', { x: 50, y: 10 }, -1],
  ['not far enough', { x: -49, y: 0 }, 0],
  ['rather down than sideways', { x: -60, y: 70 }, 0],
])('a swipe %s', (_, way, step) => expect(swipeStep(way)).toBe(step));
