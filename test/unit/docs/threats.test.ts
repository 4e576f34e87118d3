import { describe, expect, it } from 'vitest';
import { document, repositoryPaths, section, tableRows } from '../../fixtures/documents.ts';

const testsIn = (text: string): string[] =>
  [...text.matchAll(/`(test\/[\w/-]+\.test\.tsx?)`/g)].map(([, file]) => file ?? '');

describe('docs/threats.md', () => {
  const text = document('docs/threats.md');
  const attackers = [
    'A passer-by',
    'A guest',
    'An account',
    'A host',
    'Another tenant',
    "The operator's laptop, and what is built on it",
  ];

  it.each(attackers)('names for each threat of "%s" what it costs, and a test that exists', (attacker) => {
    const rows = tableRows(section(text, attacker));
    expect(rows.length).toBeGreaterThan(3);
    for (const row of rows) {
      expect({ row, cells: row.length, empty: row.includes('') }).toEqual({ row, cells: 4, empty: false });
      const tests = testsIn(row[3] ?? '');
      expect({ row, tests: tests.length > 0 }).toEqual({ row, tests: true });
      expect(tests.filter((file) => !repositoryPaths.has(file))).toEqual([]);
    }
  });
});

describe('docs/asvs.md', () => {
  const text = document('docs/asvs.md');
  const [states = [], ...requirements] = [...text.matchAll(/(?:^\|.*\n)+/gm)].map(([table]) =>
    tableRows(table),
  );
  const rows = requirements.flat();

  it('has every requirement of levels 1 and 2 once, in order', () => {
    const numbers = rows.map(([number = '']) => number);
    const sorted = new Set(numbers.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true })));
    expect(numbers).toEqual([...sorted]);
    // As many as ASVS 5.0.0 has, in its seventeen chapters.
    expect(rows.filter(([, level]) => level === '1')).toHaveLength(70);
    expect(rows.filter(([, level]) => level === '2')).toHaveLength(183);
    expect(requirements).toHaveLength(17);
  });

  it('says of each how it stands, and counts them', () => {
    expect(rows.filter((row) => row.length !== 5 || row.includes(''))).toEqual([]);
    const counted = states.map(([state = '']) => [
      state,
      String(rows.filter((row) => `\`${row[3]}\`` === state).length),
    ]);
    expect(counted).toEqual(states.map(([state, , count]) => [state, count]));
    expect(counted.reduce((sum, [, count]) => sum + Number(count), 0)).toBe(rows.length);
  });
});
