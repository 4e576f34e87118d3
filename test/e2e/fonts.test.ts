import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { webDir } from '../../infra/build/project-paths.ts';

// Only system fonts are used: nothing to wait for, and no font host learns who visits. What pages load while they are shown
// is seen in all-screens.test.ts.

it('builds a site without font files or @font-face rules', async () => {
  const files = await readdir(webDir, { recursive: true });
  const styles = files.filter((file) => file.endsWith('.css'));
  expect(styles.length).toBeGreaterThan(5);
  expect(files.filter((file) => /\.(?:woff2?|ttf|otf|eot)$/.test(file))).toEqual([]);
  for (const style of styles)
    expect([style, await readFile(path.join(webDir, style), 'utf8')]).toEqual([
      style,
      expect.not.stringMatching(/@font-face|@import/),
    ]);
});
