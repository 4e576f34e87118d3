import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const read = (file: string): string => readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');
const allIn = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, found = '']) => found).sort();

it('each page of the router has its screens in test/e2e/all-screens.test.ts', () => {
  const pages = allIn(read('web/src/app/router.tsx'), /path="(\/[^"]*)"/g);
  expect(pages.length).toBeGreaterThan(5);
  expect(allIn(read('test/e2e/all-screens.test.ts'), /^ {2}'(\/[^']*)': \[/gm)).toEqual(pages);
});
