/** CSS pixels, from the stage's centre, where the fitted picture has its centre, too. */
export type Point = { readonly x: number; readonly y: number };
type Size = { readonly width: number; readonly height: number };

/** Where the picture is: how many times as large as it fits, and how far its centre is from the stage's. */
export type View = Point & { readonly scale: number };

/** What a picture is zoomed in. */
export type Frame = {
  readonly stage: Size;
  /** The picture as it fits, in CSS pixels. */
  readonly fitted: Size;
  /** The scale at which a pixel of the picture is a pixel of the screen. */
  readonly actualScale: number;
};

/** The whole picture, as large as it fits. */
export const FIT: View = { scale: 1, x: 0, y: 0 };

/** A picture that is hardly larger than the screen is still seen closer than it fits. */
const LEAST_CLOSE_UP = 2;
const LEAST_MAX = 4;
/** How far two fingers may pull beyond the limits before the picture returns. */
const ELASTIC = 1.25;

/** The scale that a double tap toggles: 100 %, if that is a close-up. */
export const closeUpScale = ({ actualScale }: Frame): number => Math.max(actualScale, LEAST_CLOSE_UP);

/** Twice 100 %, at least four times as large as it fits. */
export const maxScale = ({ actualScale }: Frame): number => Math.max(2 * actualScale, LEAST_MAX);

/** The scale within its limits, or near them while fingers hold the picture. */
export function limitScale(scale: number, frame: Frame, isHeld = false): number {
  const slack = isHeld ? ELASTIC : 1;
  return Math.min(Math.max(scale, 1 / slack), maxScale(frame) * slack);
}

/** The view without a gap at an edge, where the picture is larger than the stage; centred where it is not. */
export function keepInside({ scale, x, y }: View, { stage, fitted }: Frame): View {
  const room = (picture: number, space: number) => Math.max(0, (picture * scale - space) / 2);
  return {
    scale,
    x: clamp(x, room(fitted.width, stage.width)),
    y: clamp(y, room(fitted.height, stage.height)),
  };
}

/** Another scale, with the same part of the picture at the point. */
export function zoomAt(view: View, point: Point, scale: number): View {
  const factor = scale / view.scale;
  return { scale, x: point.x - (point.x - view.x) * factor, y: point.y - (point.y - view.y) * factor };
}

export const panBy = (view: View, by: Point): View => ({ ...view, x: view.x + by.x, y: view.y + by.y });

/** How far apart two fingers are, and the point between them. */
export function pinchOf([a, b]: readonly [Point, Point]): { distance: number; centre: Point } {
  return {
    distance: Math.hypot(a.x - b.x, a.y - b.y),
    centre: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 },
  };
}

// `+ 0` makes -0 of an empty room 0.
const clamp = (value: number, room: number) => Math.min(Math.max(value, -room), room) + 0;
