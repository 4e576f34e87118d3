/** Keeps the last press on a button that nothing answers yet. @returns a function that repeats it */
export function keepPress(root: HTMLElement): () => void {
  let pressed: HTMLElement | null;
  const keep = ({ target }: Event) => {
    pressed = (target as Element).closest('button');
  };
  root.addEventListener('click', keep);
  return () => {
    root.removeEventListener('click', keep);
    pressed?.click();
  };
}
