import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { pageKindOf } from '../../../web/src/lib/page-kind.ts';
import { paths } from '../../../web/src/lib/paths.ts';

const read = (file: string): string => readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');
const allIn = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, found = '']) => found).sort();

const pages = allIn(read('web/src/app/router.tsx'), /path="(\/[^"]*)"/g);

it('each page of the router has a path in web/src/lib/paths.ts', () => {
  const known = Object.values(paths)
    .map((path) => decodeURIComponent(typeof path === 'string' ? path : path(':eventId')))
    .filter((path) => !path.startsWith('/api/'));
  expect(known.sort()).toEqual(pages);
});

it('each page of the router has a kind of its own in web/src/lib/page-kind.ts', () => {
  const kinds = pages.map((page) => pageKindOf(page));
  expect(kinds).not.toContain('other');
  expect(kinds).toEqual([...new Set(kinds)]);
});

it('each page of the router has its screens in test/e2e/all-screens.test.ts', () => {
  expect(allIn(read('test/e2e/all-screens.test.ts'), /^ {2}'(\/[^']*)': \[/gm)).toEqual(pages);
});
