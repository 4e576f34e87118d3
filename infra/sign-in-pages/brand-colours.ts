import { readFileSync } from 'node:fs';

/** The product's colours by role, as `rrggbbaa`, Cognito's notation. */
export type Palette = Readonly<Record<ColourRole, string>>;

const roles = [
  'paper',
  'paper-raised',
  'paper-sunk',
  'ink',
  'ink-soft',
  'line',
  'line-strong',
  'accent',
  'accent-hover',
  'accent-ink',
  'accent-wash',
  'bad',
] as const;

type ColourRole = (typeof roles)[number];

const tokensFile = new URL('../../web/src/app/tokens.css', import.meta.url);
const markFile = new URL('../../web/public/icon.svg', import.meta.url);

/** The product's mark, as base64 of its SVG. */
export function readLogo(): string {
  return readFileSync(markFile).toString('base64');
}

/**
 * The colours from the website's own style sheet, so that the sign-in pages match it.
 * @throws Error if the style sheet lacks a role in one of its themes
 */
export function readPalettes(css = readFileSync(tokensFile, 'utf8')): { light: Palette; dark: Palette } {
  const dark = css.indexOf('prefers-color-scheme: dark');
  if (dark < 0) throw new Error('The style sheet has no dark theme.');
  return { light: paletteIn(css.slice(0, dark)), dark: paletteIn(css.slice(dark)) };
}

function paletteIn(css: string): Palette {
  const entries = roles.map((role) => {
    const [, colour] = new RegExp(String.raw`--${role}: #([0-9a-f]{6});`).exec(css) ?? [];
    if (colour === undefined)
      throw new Error(`${tokensFile.pathname} needs --${role} as #rrggbb in both themes.`);
    return [role, `${colour}ff`] as const;
  });
  return Object.fromEntries(entries) as Palette;
}
