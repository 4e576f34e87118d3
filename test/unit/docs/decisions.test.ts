import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { documents } from '../../fixtures/documents.ts';

const decisions = documents
  .filter(({ file }) => file.startsWith('docs/decisions/'))
  .map(({ file, text }) => ({ name: path.basename(file), number: path.basename(file).slice(0, 3), text }));
const numbers = decisions.map(({ number }) => number);

it('every decision has a number of its own', () => {
  expect(decisions.length).toBeGreaterThan(40);
  expect(numbers).toEqual([...new Set(numbers)]);
});

describe.each(decisions)('$name', ({ number, text }) => {
  it('is called NNN-title.md and begins with its number', () => {
    expect(number).toMatch(/^\d{3}$/);
    expect(text.split('\n', 1)[0]).toMatch(new RegExp(`^# ${number} \\S`));
  });

  it('has context, decision and consequences, and no other headings of that depth', () => {
    const headings = [...text.matchAll(/^#{1,2} (.+)$/gm)].slice(1).map(([, heading]) => heading);
    expect(headings).toEqual(['Context', 'Decision', 'Consequences']);
  });

  it('says before everything else which decision replaces it, if one does', () => {
    const [, ...lines] = text.split('\n').filter((line) => line !== '');
    const said = lines.filter((line) => line.startsWith('Replaced '));
    expect(said.length).toBeLessThan(2);
    if (said.length === 0) return;
    expect(lines[0]).toBe(said[0]);
    const [, by = ''] =
      /^Replaced (?:in part )?by \[(\d{3})\]\(\1-[a-z0-9-]+\.md\)(?:: .+)?\.$/.exec(said[0] ?? '') ?? [];
    expect(numbers).toContain(by);
    expect(Number(by)).toBeGreaterThan(Number(number));
  });

  it('names other decisions by the number that they have', () => {
    const links = [...text.matchAll(/\[(\d{3})\]\((\d{3})-/g)];
    expect(links.filter(([, shown, linked]) => shown !== linked)).toEqual([]);
  });
});
