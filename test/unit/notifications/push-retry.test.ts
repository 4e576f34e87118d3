import { expect, it } from 'vitest';
import { backoffSeconds } from '../../../functions/notifications/push-retry.ts';

it('waits as long as the service said, else twice as long each time, never longer than a queue can, and not for ever', () => {
  expect(backoffSeconds(1, 7)).toBe(7);
  expect(backoffSeconds(1, 0)).toBe(1);
  expect(backoffSeconds(1, 5000)).toBe(900);
  expect([1, 2, 3, 4, 5, 6, 7].map((tries) => backoffSeconds(tries, undefined))).toEqual([
    15, 30, 60, 120, 240, 480, 900,
  ]);
  expect(backoffSeconds(8, undefined)).toBeUndefined();
  expect(backoffSeconds(8, 1)).toBeUndefined();
});
