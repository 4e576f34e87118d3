import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { webDir } from '../../infra/build/project-paths.ts';

// Pages use system fonts only: nothing to wait for, and no font host learns who visits. What pages load while they are shown
// is seen in all-screens.test.ts.

it('builds a site in which only what is printed has fonts, of its own', async () => {
  const files = await readdir(webDir, { recursive: true });
  const styles = files.filter((file) => file.endsWith('.css'));
  expect(styles.length).toBeGreaterThan(5);
  const fonts = files.filter((file) => /\.(?:woff2?|ttf|otf|eot)$/.test(file));
  expect(fonts.filter((file) => !/^assets\/(?:cormorant-garamond|outfit)-/.test(file))).toEqual([]);
  for (const style of styles.filter((name) => !name.startsWith('assets/print-')))
    expect([style, await readFile(path.join(webDir, style), 'utf8')]).toEqual([
      style,
      expect.not.stringMatching(/@font-face|@import/),
    ]);
});
