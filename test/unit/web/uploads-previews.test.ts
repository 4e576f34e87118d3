import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  addLocalPreview,
  localPreviewUrl,
  outdateLocalPreview,
  watchLocalPreview,
} from '../../../web/src/features/uploads/preview-urls.ts';

const file = new Blob(['photo']);
const MINUTE_MS = 60_000;
let id: string;
let ids = 0;

beforeEach(() => {
  vi.useFakeTimers();
  id = `med_${(ids += 1)}`;
});
afterEach(() => {
  vi.useRealTimers();
});

/** How many previews are freed within this time. */
function revokedIn(ms: number): number {
  const revoke = vi.spyOn(URL, 'revokeObjectURL');
  vi.advanceTimersByTime(ms);
  const { length } = revoke.mock.calls;
  revoke.mockRestore();
  return length;
}

it('is kept for as long as the item is on the screen and has no renditions', () => {
  const stop = watchLocalPreview(id, () => {});
  addLocalPreview(id, file);
  expect(revokedIn(60 * MINUTE_MS)).toBe(0);
  expect(localPreviewUrl(id)).toMatch(/^blob:/);
  stop();
});

it('goes soon after the renditions are there, even if the item has left the screen by then', () => {
  const changed = vi.fn<() => void>();
  const stop = watchLocalPreview(id, changed);
  addLocalPreview(id, file);
  outdateLocalPreview(id);
  stop();
  watchLocalPreview(id, changed);
  expect(revokedIn(9000)).toBe(0);
  outdateLocalPreview(id);
  expect(revokedIn(1000)).toBe(1);
  expect(localPreviewUrl(id)).toBeUndefined();
  expect(changed).toHaveBeenCalledTimes(2);
});

it('goes once it is on no screen, be the item deleted, the page left, or never seen', () => {
  addLocalPreview(id, file);
  const stop = watchLocalPreview(id, () => {});
  vi.advanceTimersByTime(60 * MINUTE_MS);
  stop();
  expect(revokedIn(4 * MINUTE_MS)).toBe(0);
  // One scrolls back.
  watchLocalPreview(id, () => {})();
  expect(revokedIn(4 * MINUTE_MS)).toBe(0);
  expect(revokedIn(MINUTE_MS)).toBe(1);
  addLocalPreview(`${id} unseen`, file);
  expect(revokedIn(5 * MINUTE_MS)).toBe(1);
});
