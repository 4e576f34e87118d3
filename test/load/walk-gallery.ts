/** What a walk to the end of a gallery finds. */
export type Walk = {
  readonly pages: number;
  readonly mostTiles: number;
  readonly moved: number;
  readonly last: number;
};

/**
 * Scrolls to the end of what is loaded until nothing more follows. When more is appended, the tiles on the
 * screen must stay where they are, in the page's own pixels.
 */
export const WALK = `async (count) => {
  const tiles = () => [...document.querySelectorAll('main li[data-index]')];
  const grid = () => tiles()[0].closest('section').parentElement;
  const place = (tile) => tile.style.left + ' ' + tile.style.top + ' ' + tile.style.width + ' ' + tile.style.height;
  const frame = () => new Promise(requestAnimationFrame);
  const said = { pages: 0, mostTiles: 0, moved: 0, last: 0 };
  let known = grid().clientHeight;
  const watcher = new ResizeObserver(() => {
    if (grid().clientHeight !== known) said.pages += 1;
    known = grid().clientHeight;
  });
  watcher.observe(grid());
  for (;;) {
    scrollTo(0, document.documentElement.scrollHeight);
    await frame();
    await frame();
    // More came while it was on its way.
    if (scrollY + innerHeight < document.documentElement.scrollHeight - 1) continue;
    const shown = tiles();
    const before = new Map(shown.map((tile) => [tile.dataset.index, place(tile)]));
    const top = grid().getBoundingClientRect().top;
    const height = grid().clientHeight;
    said.mostTiles = Math.max(said.mostTiles, shown.length);
    said.last = Math.max(said.last, ...shown.map((tile) => Number(tile.dataset.index) + 1));
    if (said.last >= count) return said;
    const end = performance.now() + 30000;
    while (grid().clientHeight === height) {
      if (performance.now() > end) return said;
      await frame();
    }
    if (grid().getBoundingClientRect().top !== top) said.moved += 1;
    for (const tile of tiles()) {
      const was = before.get(tile.dataset.index);
      if (was !== undefined && was !== place(tile)) said.moved += 1;
    }
  }
}`;
