/**
 * Opens the lightbox and animates its picture from the tile's position to its own (FLIP). A view transition would
 * snapshot the whole page first and block rendering meanwhile.
 * @param open opens the lightbox; resolves when it is in the DOM but not painted yet
 */
export function expandFromTile(tile: HTMLElement, open: () => Promise<void>): void {
  const from = tile.getBoundingClientRect();
  void open().then(() => expand(from));
}

function expand(from: DOMRect): void {
  const large = document.querySelector<HTMLElement>('dialog [data-large]');
  const to = large?.getBoundingClientRect();
  if (!large || !to || to.width === 0 || to.height === 0) return;
  const tokens = getComputedStyle(large);
  // Zero with reduced motion.
  const duration = milliseconds(tokens.getPropertyValue('--calm'));
  if (!(duration > 0)) return;
  const x = from.x + from.width / 2 - (to.x + to.width / 2);
  const y = from.y + from.height / 2 - (to.y + to.height / 2);
  // A tile crops very wide or very tall pictures.
  const scale = Math.max(from.width / to.width, from.height / to.height);
  large.animate([{ transform: `translate(${x}px, ${y}px) scale(${scale})` }, { transform: 'none' }], {
    duration,
    easing: tokens.getPropertyValue('--ease').trim() || 'ease-out',
  });
}

/** Parses a CSS time. The build minifies `220ms` to `.22s`. */
function milliseconds(time: string): number {
  const value = Number.parseFloat(time);
  return time.trim().endsWith('ms') ? value : value * 1000;
}
