import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { baseStyle } from '../../../infra/local/pages/base-style.ts';

// What cannot use the style sheet's properties copies the brand's colours and shapes. The pages of the local system and
// of Cognito read them from the style sheet.

const read = (file: string): string => readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');
const tokens = read('web/src/app/tokens.css');
const valuesOf = (name: string, css = tokens): string[] =>
  [...css.matchAll(new RegExp(`--${name}:([^;}]+)[;}]`, 'g'))].map(([, value = '']) => withoutSpaces(value));
const withoutSpaces = (text: string): string => text.replaceAll(/\s+/g, '');
const coloursIn = (text: string): string[] => [...text.matchAll(/#[0-9a-f]{6}\b/gi)].map(([hex]) => hex);

const [light = '', dark = ''] = valuesOf('paper');

it.each([
  ['web/index.html', [light, dark]],
  ['web/src/offline/offline.html', [light, dark]],
  ['web/app-icons.ts', [light]],
])('%s has the colour of the paper, --paper', (file, expected) => {
  expect(coloursIn(read(file))).toEqual(expected);
});

it('both blues of web/public/icon.svg have the hue of --accent', () => {
  const accent = hueOf(valuesOf('accent')[0]);
  const hues = coloursIn(read('web/public/icon.svg')).map((hex) => hueOf(hex));
  expect(hues).toHaveLength(2);
  for (const hue of hues) expect(Math.cos(hue - accent)).toBeGreaterThan(Math.cos(Math.PI / 60));
});

it.each(['serif', 'sans'])('the pages of the local system have the typefaces of --%s', (name) => {
  expect(valuesOf(name, baseStyle)).toEqual(valuesOf(name));
});

it.each(['web/src/app/wordmark.tsx', 'web/src/offline/offline.html'])('%s draws the logo', (file) => {
  expect(shapesIn(read(file)).slice(0, 3)).toEqual(shapesIn(read('web/public/icon.svg')));
});

/** Where the rectangles and circles of a drawing are, without how they are painted. */
function shapesIn(drawing: string): string[] {
  return [...drawing.matchAll(/<(?:rect|circle)\s[^>]*>/g)].map(([shape]) =>
    [...shape.matchAll(/(?<=\s)(?:x|y|cx|cy|r|rx|width|height|transform)="[^"]*"/g)].join(' '),
  );
}

/** In radians, as in HSL. */
function hueOf(hex = ''): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  return Math.atan2(Math.sqrt(3) * (green - blue), 2 * red - green - blue);
}
