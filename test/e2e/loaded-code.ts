import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';

/** Gzipped JavaScript of a page: more than that has come in by mistake (docs/decisions/030). */
export const ALARM_BYTES = 120_000;

/** The code that a page loads from now on. */
export function watchCode(page: Page) {
  const files: { path: string; bytes: Promise<number> }[] = [];
  page.on('response', (response) => {
    const path = new URL(response.url()).pathname;
    // One visit in ten also loads the library that measures it, once the page is complete.
    if (!path.endsWith('.js') || path.includes('measure-delays')) return;
    const bytes = response.body().then((body) => gzipSync(body, { level: 9 }).length);
    // What is still loading when the page is closed is nobody's concern; who asks for the sum hears of it.
    bytes.catch(() => {});
    files.push({ path, bytes });
  });
  return {
    paths: () => files.map(({ path }) => path),
    bytes: async () => {
      const sizes = await Promise.all(files.map(({ bytes }) => bytes));
      return sizes.reduce((sum, size) => sum + size, 0);
    },
  };
}
