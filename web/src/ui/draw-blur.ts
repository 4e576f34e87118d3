import { thumbHashToRGBA } from 'thumbhash';

/** Draws a placeholder of about twenty bytes. Source: thumbhash. */
export function drawBlur(canvas: HTMLCanvasElement, hash: string): void {
  try {
    const { w, h, rgba } = thumbHashToRGBA(Uint8Array.from(atob(hash), (char) => char.charCodeAt(0)));
    canvas.width = w;
    canvas.height = h;
    canvas.getContext('2d')?.putImageData(new ImageData(new Uint8ClampedArray(rgba), w, h), 0, 0);
  } catch {
    // The picture works without the placeholder.
  }
}
