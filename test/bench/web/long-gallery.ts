import { setTimeout } from 'node:timers/promises';
import type { CDPSession, Locator, Page } from 'playwright-core';
import { WALK } from '../../load/walk-gallery.ts';

/** How a gallery of ten thousand performs at a quarter of the processor's speed. */
export type LongGallery = {
  readonly mostTiles: number;
  readonly moved: number;
  /** The share of the screen, 0 to 1, that is empty while it is flicked through. */
  readonly emptyShare: number;
  readonly slowestPressMs: number;
  readonly heapBytes: number;
};

/** Samples, frame by frame, how much of the screen no tile covers. */
const SAMPLE = `new Promise((resolve) => {
  const shares = [];
  const start = performance.now();
  let speed = 9000;
  let last = start;
  const step = (now) => {
    scrollBy(0, (speed * Math.min(50, now - last)) / 1000);
    speed *= 0.985;
    last = now;
    requestAnimationFrame(() => {
      const columns = innerWidth;
      let covered = 0;
      for (const tile of document.querySelectorAll('main li[data-index]')) {
        const { top, bottom, width } = tile.getBoundingClientRect();
        const seen = Math.min(bottom + 6, innerHeight) - Math.max(top, 0);
        if (seen > 0) covered += seen * (width + 9);
      }
      shares.push(Math.max(0, 1 - covered / (innerHeight * columns)));
    });
    if (now - start < 2500) requestAnimationFrame(step);
    else resolve(shares.reduce((sum, share) => sum + share, 0) / shares.length);
  };
  requestAnimationFrame(step);
})`;

/** The index of the tile that is nearest to the middle of the screen. */
const MIDDLE_TILE = `(() => {
  const distanceOf = (tile) => {
    const { top, bottom } = tile.getBoundingClientRect();
    return Math.abs(top + bottom - innerHeight);
  };
  const tiles = [...document.querySelectorAll('main li[data-index]')];
  return tiles.sort((a, b) => distanceOf(a) - distanceOf(b))[0].dataset.index;
})()`;

const SLOWEST = `(() => {
  window.presses = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (entry.interactionId) window.presses.push(entry.duration);
  }).observe({ type: 'event', durationThreshold: 16 });
})()`;

export async function walkLongGallery(
  page: Page,
  { url, count }: { url: string; count: number },
): Promise<LongGallery> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.goto(url);
  await page.locator('main li[data-index]').first().waitFor();
  // From here on the tiles have places that can be compared.
  await page.locator('[data-unmeasured]').waitFor({ state: 'detached' });
  await page.evaluate(SLOWEST);
  const { mostTiles, moved } = await page.evaluate<{ mostTiles: number; moved: number }>(
    `(${WALK})(${count})`,
  );
  await page.evaluate('scrollTo(0, document.documentElement.scrollHeight / 2)');
  await page.waitForTimeout(500);
  const emptyShare = await page.evaluate<number>(SAMPLE);
  await press(page, session);
  const slowestPressMs = await page.evaluate<number>('Math.max(0, ...window.presses)');
  return { mostTiles, moved, emptyShare, slowestPressMs, heapBytes: await heapOf(session) };
}

/**
 * The shortest time for which a finger touches: without it, the response to a press waits for that to the
 * touch.
 */
const DWELL_MS = 50;

/** What people do with a photo: its details, the lightbox, the next photos, and back. */
async function press(page: Page, session: CDPSession): Promise<void> {
  const index = await page.evaluate<string>(MIDDLE_TILE);
  const tile = page.locator(`main li[data-index="${index}"]`);
  const tap = async (target: Locator) => {
    const box = await target.boundingBox();
    if (!box) throw new Error('nothing to tap on');
    await page.waitForTimeout(300);
    await touch(session, { x: box.x + box.width / 2, y: box.y + box.height / 2 });
    await page.waitForTimeout(300);
  };
  const details = tile.getByRole('button', { name: 'Details' });
  await tap(details);
  await tap(details);
  await tap(tile.getByRole('link', { name: /^Photo / }));
  await page.locator('dialog').waitFor();
  for (const key of ['ArrowRight', 'ArrowRight', 'Escape']) {
    await page.keyboard.press(key, { delay: DWELL_MS });
    await page.waitForTimeout(300);
  }
}

/**
 * With a finger, and nothing else: the driver's own click runs its checks in the page, within what is
 * measured.
 */
async function touch(session: CDPSession, point: { x: number; y: number }): Promise<void> {
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
  await setTimeout(DWELL_MS);
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

async function heapOf(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize;
}
