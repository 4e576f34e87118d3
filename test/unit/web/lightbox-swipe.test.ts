import { expect, it } from 'vitest';
import { swipeStep } from '../../../web/src/features/lightbox/swipe-step.ts';

it.each([
  ['50 px to the left', { x: -50, y: 0 }, 1],
  ['50 px to the right', { x: 50, y: 10 }, -1],
  ['that is too short', { x: -49, y: 0 }, 0],
  ['that is mostly vertical', { x: -60, y: 70 }, 0],
])('a swipe %s steps as expected', (_, delta, step) => expect(swipeStep(delta)).toBe(step));
