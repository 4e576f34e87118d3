import { SITE_NAME } from '../../shared/site.ts';
import { PICTURE_SIZE, type PictureWords } from '../domain/link-picture.ts';
import { clipLines, drawableName, type Fonts, linesOf } from './picture-words.ts';

/** The light theme's, because nobody knows the reader's. */
const COLOURS = { paper: '#faf6f0', ink: '#231e1a', soft: '#655b51', accent: '#2345c9' } as const;

const LEFT = 80;
const TEXT_WIDTH = 720;
const BOTTOM = 550;
const LEADING = 1.16;
const DATE_PX = 34;

/** Pixels of the name and its most lines, from the largest that is tried first. */
const NAME_SIZES = [
  { px: 92, lines: 2 },
  { px: 76, lines: 3 },
  { px: 60, lines: 4 },
  { px: 48, lines: 5 },
] as const;

/** The fonts that names are measured in, in the order in which a character is looked for, and how drawings call the first. */
export type PictureFonts = { readonly family: string; readonly fonts: Fonts };

/**
 * The picture of a link, as SVG. Whatever the words are, they are text in it and no markup.
 * @param words the site's own where absent
 */
export function drawingOf(words: PictureWords | undefined, { family, fonts }: PictureFonts): string {
  const { width, height } = PICTURE_SIZE;
  const name = words && drawableName(words.name, fonts);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">`,
    `<rect width="${width}" height="${height}" fill="${COLOURS.paper}"/>`,
    PRINTS,
    `<g font-family="${family}">`,
    ...(name === undefined ? siteTexts(words?.date) : eventTexts({ name, date: words?.date }, fonts)),
    '</g></svg>',
  ].join('');
}

/** The logo, large enough to run out of the picture. */
const PRINTS = [
  '<g transform="translate(800 96) scale(17)">',
  `<rect x="3" y="5" width="15" height="18" rx="2.5" fill="none" stroke="${COLOURS.accent}" stroke-width="0.3" stroke-opacity="0.55" transform="rotate(-9 10 14)"/>`,
  `<rect x="10" y="5" width="15" height="18" rx="2.5" fill="${COLOURS.accent}" transform="rotate(7 17 14)"/>`,
  `<circle cx="17.4" cy="13.4" r="3.4" fill="none" stroke="${COLOURS.paper}" stroke-width="0.9"/></g>`,
].join('');

/** The site's name with what it is, or with the day of an event whose name cannot be drawn. */
function siteTexts(date: string | undefined): string[] {
  const below = date === undefined ? ['One link,', 'everyone’s pictures.'] : [date];
  return [
    textAt({ text: SITE_NAME, px: 92, y: 320, fill: COLOURS.ink }),
    ...below.map((text, index) => textAt({ text, px: 40, y: 396 + index * 52, fill: COLOURS.soft })),
  ];
}

function eventTexts({ name, date }: PictureWords, fonts: Fonts): string[] {
  const { px, lines } = fitted(name, fonts);
  const below = date === undefined ? 0 : DATE_PX * 1.9;
  const top = BOTTOM - below - (lines.length - 1) * px * LEADING;
  return [
    textAt({ text: SITE_NAME, px: 34, y: 112, fill: COLOURS.accent }),
    ...lines.map((text, index) => textAt({ text, px, y: top + index * px * LEADING, fill: COLOURS.ink })),
    ...(date === undefined ? [] : [textAt({ text: date, px: DATE_PX, y: BOTTOM, fill: COLOURS.soft })]),
  ];
}

/** The name in the largest letters in which it has room; clipped if it has none in the smallest. */
function fitted(name: string, fonts: Fonts): { px: number; lines: readonly string[] } {
  const sizes = NAME_SIZES.map(({ px, lines }) => {
    const measured = { fonts, width: TEXT_WIDTH / px };
    return { px, most: lines, measured, lines: linesOf(name, measured) };
  });
  const size = sizes.find(({ lines, most }) => lines.length <= most) ?? sizes.at(-1);
  if (size === undefined) return { px: 0, lines: [] };
  return { px: size.px, lines: clipLines(size.lines, size.most, size.measured) };
}

/** Letters of scripts that are read from right to left. */
const RIGHT_TO_LEFT = /^[^\p{L}]*[\p{Script=Hebrew}\p{Script=Arabic}]/u;

/** A line at the left edge, whatever its direction. */
function textAt({ text, px, y, fill }: { text: string; px: number; y: number; fill: string }): string {
  const direction = RIGHT_TO_LEFT.test(text) ? ' direction="rtl" text-anchor="end"' : '';
  return `<text x="${LEFT}" y="${Math.round(y)}" font-size="${px}" fill="${fill}"${direction}>${escapeXml(text)}</text>`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const escapeXml = (text: string): string => text.replaceAll(/[&<>]/g, (char) => ENTITIES[char] ?? '');
