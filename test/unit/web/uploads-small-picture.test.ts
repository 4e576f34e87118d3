import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { smallPicture } from '../../../web/src/features/uploads/small-picture.ts';

const original = new Blob(['original'], { type: 'image/jpeg' });
const PHOTO = { width: 4000, height: 3000 };

type Decode = (file: Blob, options: { resizeWidth: number }) => Promise<object>;

/** A browser whose bitmaps have this shape. */
function browserThatScales({ ratio = 3 / 4 } = {}) {
  const close = vi.fn<() => void>();
  const decode = vi.fn<Decode>(async (_, { resizeWidth }) => ({
    width: resizeWidth,
    height: Math.round(resizeWidth * ratio),
    close,
  }));
  vi.stubGlobal('createImageBitmap', decode);
  return { decode, close };
}

beforeEach(() => {
  class Canvas {
    readonly #size: string;
    constructor(width: number, height: number) {
      this.#size = `${width}×${height}`;
    }
    getContext() {
      return { drawImage: () => {} };
    }
    async convertToBlob({ type }: { type: string }) {
      return new Blob([this.#size], { type });
    }
  }
  vi.stubGlobal('OffscreenCanvas', Canvas);
});

afterEach(() => vi.unstubAllGlobals());

it.each([
  [PHOTO, 3 / 4, '1024×768'],
  [{ width: 3000, height: 4000 }, 4 / 3, '768×1024'],
])('a large picture of %o gets a small copy, and its pixels are freed', async (size, ratio, copy) => {
  const { close } = browserThatScales({ ratio });
  const small = await smallPicture(original, size);
  expect([await small.text(), small.type]).toEqual([copy, 'image/webp']);
  expect(close).toHaveBeenCalledTimes(1);
});

it('a small picture is shown as it is, and one that the browser does not know, too', async () => {
  const { decode } = browserThatScales();
  expect(await smallPicture(original, { width: 1024, height: 700 })).toBe(original);
  expect(await smallPicture(original, undefined)).toBe(original);
  expect(decode).not.toHaveBeenCalled();
});

it('the original is shown where it cannot be scaled, or is not turned as it is displayed', async () => {
  const { decode, close } = browserThatScales({ ratio: 4 / 3 });
  expect(await smallPicture(original, PHOTO)).toBe(original);
  expect(close).toHaveBeenCalledTimes(1);
  decode.mockRejectedValue(new Error('out of memory'));
  expect(await smallPicture(original, PHOTO)).toBe(original);
  vi.stubGlobal('createImageBitmap', undefined);
  expect(await smallPicture(original, PHOTO)).toBe(original);
});

it('pictures are decoded one at a time, and one that fails does not hold up the next', async () => {
  const { decode } = browserThatScales();
  const first = Promise.withResolvers<object>();
  decode.mockReturnValueOnce(first.promise);
  const copies = [smallPicture(original, PHOTO), smallPicture(original, PHOTO)];
  await new Promise((resolve) => setImmediate(resolve));
  expect(decode).toHaveBeenCalledTimes(1);
  first.reject(new Error('broken'));
  const [failed, next] = await Promise.all(copies);
  expect(failed).toBe(original);
  expect(await next?.text()).toBe('1024×768');
});
