import { describe, expect, it } from 'vitest';
import { watchDoubleTaps } from '../../../web/src/features/lightbox/double-tap.ts';
import {
  closeUpScale,
  FIT,
  type Frame,
  keepInside,
  limitScale,
  maxScale,
  panBy,
  pinchOf,
  zoomAt,
} from '../../../web/src/features/lightbox/zoom-geometry.ts';

/** A photo of 4,000 × 2,000 on a phone of 400 × 600 with one pixel a CSS pixel. */
const frame: Frame = {
  stage: { width: 400, height: 600 },
  fitted: { width: 400, height: 200 },
  actualScale: 10,
};

describe('the geometry of zooming', () => {
  it('keeps what is at a point there', () => {
    const point = { x: 120, y: -40 };
    const view = { scale: 2, x: 30, y: 10 };
    const closer = zoomAt(view, point, 5);
    const partAt = ({ scale, x, y }: typeof view) => [(point.x - x) / scale, (point.y - y) / scale];
    expect(closer.scale).toBe(5);
    expect(partAt(closer)).toEqual(partAt(view));
  });

  it('leaves no gap at an edge, and centres what is smaller than the stage', () => {
    expect(keepInside({ scale: 2, x: 1000, y: 1000 }, frame)).toEqual({ scale: 2, x: 200, y: 0 });
    expect(keepInside({ scale: 4, x: -1000, y: -1000 }, frame)).toEqual({ scale: 4, x: -600, y: -100 });
    expect(keepInside(panBy(FIT, { x: 5, y: 5 }), frame)).toEqual(FIT);
    expect(keepInside({ scale: 4, x: 10, y: -20 }, frame)).toEqual({ scale: 4, x: 10, y: -20 });
  });

  it('goes from fit to twice 100 %, and under fingers a little beyond', () => {
    expect([limitScale(0.1, frame), limitScale(99, frame), limitScale(3, frame)]).toEqual([1, 20, 3]);
    expect([limitScale(0.1, frame, true), limitScale(99, frame, true)]).toEqual([0.8, 25]);
  });

  it('shows 100 % as a close-up, and small pictures larger', () => {
    expect(closeUpScale(frame)).toBe(10);
    const small = { ...frame, actualScale: 0.5 };
    expect([closeUpScale(small), maxScale(small)]).toEqual([2, 4]);
  });

  it('knows how far apart two fingers are, and what is between them', () => {
    expect(
      pinchOf([
        { x: 0, y: 0 },
        { x: 30, y: 40 },
      ]),
    ).toEqual({ distance: 50, centre: { x: 15, y: 20 } });
  });
});

const press = (x: number, timeStamp: number) => ({ x, y: 0, timeStamp });

const tapped = (...presses: (readonly [x: number, down: number, up: number, toX?: number])[]) => {
  const taps = watchDoubleTaps();
  return presses.map(([x, down, up, toX = x]) => {
    taps.press(press(x, down));
    return taps.release(press(toX, up));
  });
};

describe('double taps', () => {
  it.each([
    ['two at one place are one', tapped([10, 0, 80], [14, 200, 280]), [false, true]],
    ['three are one and a half', tapped([10, 0, 80], [10, 200, 280], [10, 400, 480]), [false, true, false]],
    ['two at different places are none', tapped([10, 0, 80], [90, 200, 280]), [false, false]],
    ['two with a long pause are none', tapped([10, 0, 80], [10, 900, 980]), [false, false]],
    ['a tap and a drag are none', tapped([10, 0, 80], [10, 200, 280, 60]), [false, false]],
    ['a long press is no tap', tapped([10, 0, 500], [10, 600, 680]), [false, false]],
  ])('%s', (_, found, expected) => expect(found).toEqual(expected));

  it('another finger makes it something else', () => {
    const taps = watchDoubleTaps();
    taps.press(press(10, 0));
    taps.release(press(10, 80));
    taps.press(press(10, 200));
    taps.cancel();
    expect(taps.release(press(10, 280))).toBe(false);
  });
});
