import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The fonts that drawings most often ask for, and what replaces them; all others are drawn in the first. */
const FAMILIES: readonly (readonly [font: string, names: readonly string[]])[] = [
  ['DejaVu Sans', ['sans-serif', 'system-ui', 'ui-sans-serif', 'Arial', 'Helvetica', 'Verdana', 'Roboto']],
  ['DejaVu Serif', ['serif', 'ui-serif', 'Times', 'Times New Roman', 'Georgia', 'Garamond', 'Palatino']],
  ['DejaVu Sans Mono', ['monospace', 'ui-monospace', 'Courier', 'Courier New', 'Consolas', 'Menlo']],
];

/**
 * The file of one of this project's fonts, by its name in the package.
 * @throws Error if the fonts' package is not beside the bundle
 */
export function fontFile(name: string): string {
  // In a bundle, the bundle's folder, as in `svg.ts`.
  const here = typeof __dirname === 'string' ? __dirname : process.cwd();
  return createRequire(join(here, 'index.js')).resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`);
}

/**
 * Settings for fontconfig with this project's fonts and none of the machine's: Lambda has no fonts at all,
 * and a drawing must look the same everywhere. Source: fonts-conf(5).
 * @throws Error if the fonts' package is not beside the bundle
 */
export function fontSettings(): string {
  const folder = dirname(fontFile('DejaVuSans'));
  const aliases = FAMILIES.flatMap(([font, names]) => names.map((name) => alias(name, font)));
  return [
    '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">',
    `<fontconfig><dir>${escape(folder)}</dir>${aliases.join('')}`,
    '<match target="pattern"><edit name="family" mode="append_last" binding="same">',
    `<string>${FAMILIES[0]?.[0] ?? ''}</string></edit></match></fontconfig>`,
  ].join('');
}

const alias = (name: string, font: string): string =>
  `<alias binding="same"><family>${name}</family><prefer><family>${font}</family></prefer></alias>`;

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
