/** So long after a press, people still wait for what it does, and browsers allow it what only a press may do. */
const AWAITED_MS = 5000;

/** Keeps the last press on a button that nothing answers yet. @returns a function that repeats it, unless it is too old */
export function keepPress(root: HTMLElement): () => void {
  let pressed: HTMLElement | null;
  let pressedAtMs: number;
  const keep = ({ target, timeStamp }: Event) => {
    pressed = (target as Element).closest('button');
    pressedAtMs = timeStamp;
  };
  root.addEventListener('click', keep);
  return () => {
    root.removeEventListener('click', keep);
    if (performance.now() - pressedAtMs < AWAITED_MS) pressed?.click();
  };
}
