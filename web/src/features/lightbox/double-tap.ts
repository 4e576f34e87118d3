type Press = { readonly x: number; readonly y: number; readonly timeStamp: number };

/** A press that moves farther is no tap. */
const TAP_PX = 10;
const TAP_MS = 300;
/** Between the two taps. */
const PAUSE_MS = 300;
const APART_PX = 40;

const distance = (a: Press, b: Press) => Math.hypot(a.x - b.x, a.y - b.y);

/** Finds double taps among presses with one finger, or with a mouse. Times are those of the events, in ms. */
export function watchDoubleTaps() {
  let down: Press | undefined;
  let lastTap: Press | undefined;
  return {
    press(at: Press): void {
      down = at;
    },
    /** What was pressed has become another gesture. */
    cancel(): void {
      down = undefined;
      lastTap = undefined;
    },
    /** @returns whether this was the second tap of two */
    release(at: Press): boolean {
      const isTap = down && distance(down, at) <= TAP_PX && at.timeStamp - down.timeStamp <= TAP_MS;
      const isSecond =
        isTap &&
        lastTap !== undefined &&
        distance(lastTap, at) <= APART_PX &&
        at.timeStamp - lastTap.timeStamp <= PAUSE_MS + TAP_MS;
      down = undefined;
      lastTap = isTap && !isSecond ? at : undefined;
      return !!isSecond;
    },
  };
}
