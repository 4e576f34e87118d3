/**
 * Opens something that a tile grows into: what has opened moves from the tile's place to its own. One element moves,
 * and nothing waits for it; a view transition takes a picture of the whole page first, and draws nothing meanwhile.
 * @param open starts opening; its promise settles when what opens stands in the page, before that is painted
 */
export function expandFromTile(tile: HTMLElement, open: () => Promise<void>): void {
  const from = tile.getBoundingClientRect();
  void open().then(() => expand(from));
}

function expand(from: DOMRect): void {
  const large = document.querySelector<HTMLElement>('dialog[open] [data-large]');
  const to = large?.getBoundingClientRect();
  if (!large || !to || to.width === 0 || to.height === 0) return;
  const tokens = getComputedStyle(large);
  // None for whoever wants less motion.
  const duration = milliseconds(tokens.getPropertyValue('--calm'));
  if (!(duration > 0)) return;
  const x = from.x + from.width / 2 - (to.x + to.width / 2);
  const y = from.y + from.height / 2 - (to.y + to.height / 2);
  // A tile shows a part of what is very wide or very high.
  const scale = Math.max(from.width / to.width, from.height / to.height);
  large.animate([{ transform: `translate(${x}px, ${y}px) scale(${scale})` }, { transform: 'none' }], {
    duration,
    easing: tokens.getPropertyValue('--ease').trim() || 'ease-out',
  });
}

/** Of a CSS time: the build writes `220ms` as `.22s`. */
function milliseconds(time: string): number {
  const value = Number.parseFloat(time);
  return time.trim().endsWith('ms') ? value : value * 1000;
}
