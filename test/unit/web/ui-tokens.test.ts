import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const css = readFileSync(new URL('../../../web/src/app/tokens.css', import.meta.url), 'utf8');
const darkAt = css.indexOf('(prefers-color-scheme: dark)');

function colours(part: string): Record<string, string> {
  return Object.fromEntries(
    [...part.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})/g)].map(([, name, hex]) => [name, hex]),
  ) as Record<string, string>;
}
const light = colours(css.slice(0, darkAt));
const themes = { light, dark: { ...light, ...colours(css.slice(darkAt)) } };

/** Relative luminance and contrast ratio, WCAG 2.2. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
function contrast(a = '', b = ''): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

const papers = ['paper', 'paper-raised', 'paper-sunk'];
const text = [
  ...papers.flatMap((paper) =>
    ['ink', 'ink-soft', 'accent', 'good', 'warn', 'bad'].map((ink) => [ink, paper]),
  ),
  ['accent-ink', 'accent'],
  ['accent-ink', 'accent-hover'],
  ['bad-ink', 'bad'],
  ['bad-ink', 'bad-hover'],
  ['warn', 'warn-wash'],
  ['ink', 'accent-wash'],
  ['ink-soft', 'accent-wash'],
  ['paper', 'ink'],
] as [string, string][];

describe.each(Object.entries(themes))('%s', (_, theme) => {
  test.each(text)('text in %s on %s has enough contrast', (ink, paper) =>
    expect(contrast(theme[ink], theme[paper])).toBeGreaterThanOrEqual(4.5),
  );

  test.each(papers)('edges of controls on %s have enough contrast', (paper) =>
    expect(contrast(theme['line-strong'], theme[paper])).toBeGreaterThanOrEqual(3),
  );
});

test('every dark colour has a light counterpart', () => {
  expect(Object.keys(themes.dark).sort()).toEqual(Object.keys(light).sort());
});
