import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

const logoFile = fileURLToPath(new URL('public/icon.svg', import.meta.url));

/** The logo in one colour with the lens cut out: phones only use the alpha channel of a badge. */
const MONOCHROME_LOGO = `
  <mask id="cut"><rect width="28" height="28" fill="#fff"/><rect x="8.6" y="3.6" width="17.8" height="20.8" rx="3.6" transform="rotate(7 17 14)"/></mask>
  <mask id="lens"><rect width="28" height="28" fill="#fff"/><circle cx="17.4" cy="13.4" r="3.6"/></mask>
  <rect x="3" y="5" width="15" height="18" rx="2.5" fill="none" stroke="#fff" stroke-width="2.4" transform="rotate(-9 10 14)" mask="url(#cut)"/>
  <rect x="10" y="5" width="15" height="18" rx="2.5" fill="#fff" transform="rotate(7 17 14)" mask="url(#lens)"/>`;

/** The paper of the light theme, which icons and splash screens have, too. */
export const PAPER = '#faf6f0';

type Icon = {
  readonly file: string;
  readonly pixels: number;
  /** Instead of the logo in its colours. */
  readonly logo?: string;
  /** Width of the logo as a fraction of the icon's width. */
  readonly scale: number;
  /** SVG behind the logo. Maskable icons fill the square and keep the logo in the middle 80 %, because launchers crop them. */
  readonly background: string;
};

const roundedSquare = `<rect width="28" height="28" rx="6.2" fill="${PAPER}"/>`;
const square = `<rect width="28" height="28" fill="${PAPER}"/>`;

const icons: readonly Icon[] = [
  { file: 'icons/icon-192.png', pixels: 192, scale: 0.78, background: roundedSquare },
  { file: 'icons/icon-512.png', pixels: 512, scale: 0.78, background: roundedSquare },
  { file: 'icons/maskable-192.png', pixels: 192, scale: 0.64, background: square },
  { file: 'icons/maskable-512.png', pixels: 512, scale: 0.64, background: square },
  { file: 'icons/apple-touch-icon.png', pixels: 180, scale: 0.72, background: square },
  { file: 'icons/badge-96.png', pixels: 96, logo: MONOCHROME_LOGO, scale: 1, background: '' },
];

/** Renders the icons of the installed app. @returns each icon's path in the build and its PNG */
export async function renderIcons(): Promise<{ file: string; png: Buffer }[]> {
  // Without its outermost element, which has the same view box.
  const colouredLogo = (await readFile(logoFile, 'utf8')).replaceAll(/<\/?svg[^>]*>/g, '');
  return Promise.all(
    icons.map(async ({ file, pixels, logo = colouredLogo, scale, background }) => {
      const margin = (28 * (1 - scale)) / 2;
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 28 28" width="${pixels}" height="${pixels}">${background}<g transform="translate(${margin} ${margin}) scale(${scale})">${logo}</g></svg>`;
      // Rendered at twice the size and scaled down, which keeps thin lines even.
      const png = await sharp(Buffer.from(svg), { density: 144 })
        .resize(pixels, pixels)
        .png({ compressionLevel: 9, palette: true })
        .toBuffer();
      return { file, png };
    }),
  );
}
