import { expect, it } from 'vitest';
import { codeIn, document, isInCode, repositoryPaths, tableRows } from '../../fixtures/documents.ts';

const text = document('docs/glossary.md');
const rows = tableRows(text);

it('each word stands once, with a meaning', () => {
  const words = rows.map(([word]) => word);
  expect(words.length).toBeGreaterThan(40);
  expect(words).toEqual([...new Set(words)]);
  expect(rows.filter((row) => row.length !== 2 || row.includes(''))).toEqual([]);
});

it('each name of code exists in the code', () => {
  const names = codeIn({ file: '', text });
  expect(names.length).toBeGreaterThan(15);
  expect(names.filter((name) => !repositoryPaths.has(name) && !isInCode(name))).toEqual([]);
});

it('is one page', () => {
  expect(text.split('\n').length).toBeLessThan(80);
});
