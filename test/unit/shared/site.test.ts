import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { documentTitle } from '../../../shared/site.ts';
import { VERSION } from '../../../shared/version.ts';

it('has the version of package.json', () => {
  const text = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8');
  expect(VERSION).toBe((JSON.parse(text) as { version: string }).version);
});

it.each([
  ['Summer', 'Summer · Gatherlens'],
  [undefined, 'Gatherlens'],
  ['', 'Gatherlens'],
  ['Gatherlens', 'Gatherlens'],
])('the title of %j is %j', (title, text) => expect(documentTitle(title)).toBe(text));
