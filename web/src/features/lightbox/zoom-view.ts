import { closeUpScale, FIT, limitScale, panBy, type Point, zoomAt } from './zoom-geometry.ts';
import { zoomedPicture } from './zoomed-picture.ts';

/** How far a picture is zoomed: 1 where a pixel of the picture is a pixel of the screen; undefined while it just fits. */
export type ZoomLevel = number | undefined;

type ZoomOptions = {
  /** The picture's width, in its own pixels. */
  pixelWidth: number;
  /** Called when a gesture or a step is done. */
  onChange: (level: ZoomLevel) => void;
};

const CENTRE: Point = { x: 0, y: 0 };
/** Below this, a picture that is let go of returns to fit. */
const NEARLY_FIT = 1.05;

/** Zooms and moves the stage's picture within its limits. */
export function createZoomView(stage: HTMLElement, { pixelWidth, onChange }: ZoomOptions) {
  const { view, frame, draw, glide } = zoomedPicture(stage, pixelWidth);
  const isZoomed = () => view().scale > 1;
  const report = () => onChange(isZoomed() ? view().scale / frame().actualScale : undefined);
  const scaledAt = (point: Point, scale: number) => zoomAt(view(), point, scale);
  const limited = (factor: number) => limitScale(view().scale * factor, frame());

  return {
    isZoomed,
    /** Two fingers hold the picture. */
    pinch(factor: number, { from, to }: { from: Point; to: Point }) {
      const scale = limitScale(view().scale * factor, frame(), true);
      draw(zoomAt(panBy(view(), { x: to.x - from.x, y: to.y - from.y }), to, scale));
    },
    drag(by: Point) {
      draw(panBy(view(), by));
    },
    /** A gesture has ended at the point. */
    settle(point: Point) {
      const scale = limited(1);
      glide(scale < NEARLY_FIT ? FIT : scaledAt(point, scale));
      report();
    },
    /** By a wheel, which turns in small steps. */
    turn(factor: number, point: Point) {
      const scale = limited(factor);
      draw(scale < NEARLY_FIT && factor < 1 ? FIT : scaledAt(point, scale));
      report();
    },
    /** One step in or out. */
    step(factor: number) {
      const scale = limited(factor);
      glide(scale < NEARLY_FIT ? FIT : scaledAt(CENTRE, scale));
      report();
    },
    /** Moves the window over the picture by shares of its size. */
    look({ x, y }: Point) {
      const { width, height } = frame().stage;
      glide(panBy(view(), { x: -x * width, y: -y * height }));
    },
    /** Between the whole picture and a close-up of a point. */
    toggle(point = CENTRE) {
      glide(isZoomed() ? FIT : scaledAt(point, closeUpScale(frame())));
      report();
    },
    reset() {
      glide(FIT);
      report();
    },
    /** The stage has another size. */
    refit() {
      if (!isZoomed()) return;
      draw({ ...view(), scale: limited(1) });
      report();
    },
  };
}

export type ZoomView = ReturnType<typeof createZoomView>;
