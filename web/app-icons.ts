import sharp from 'sharp';

/** The sign, on a field of 28 by 28: two prints, one laid over the other. */
const SIGN = `
  <rect x="3" y="5" width="15" height="18" rx="2.5" fill="none" stroke="#5b7be8" stroke-width="2" transform="rotate(-9 10 14)"/>
  <rect x="10" y="5" width="15" height="18" rx="2.5" fill="#2f55da" transform="rotate(7 17 14)"/>
  <circle cx="17.4" cy="13.4" r="3.4" fill="none" stroke="#fff" stroke-width="1.75"/>`;

/** The same in one colour, its lens cut out: phones keep the shape alone. */
const SHAPE = `
  <mask id="cut"><rect width="28" height="28" fill="#fff"/><rect x="8.6" y="3.6" width="17.8" height="20.8" rx="3.6" transform="rotate(7 17 14)"/></mask>
  <mask id="lens"><rect width="28" height="28" fill="#fff"/><circle cx="17.4" cy="13.4" r="3.6"/></mask>
  <rect x="3" y="5" width="15" height="18" rx="2.5" fill="none" stroke="#fff" stroke-width="2.4" transform="rotate(-9 10 14)" mask="url(#cut)"/>
  <rect x="10" y="5" width="15" height="18" rx="2.5" fill="#fff" transform="rotate(7 17 14)" mask="url(#lens)"/>`;

const PAPER = '#faf6f0';

type Icon = {
  readonly file: string;
  readonly pixels: number;
  readonly drawing: string;
  /** How much of the icon's width the sign takes. */
  readonly share: number;
  /** What lies below; maskable icons fill their square and keep to the middle 80 %, as launchers cut them. */
  readonly ground: string;
};

const round = `<rect width="28" height="28" rx="6.2" fill="${PAPER}"/>`;
const full = `<rect width="28" height="28" fill="${PAPER}"/>`;

const icons: readonly Icon[] = [
  { file: 'icons/icon-192.png', pixels: 192, drawing: SIGN, share: 0.78, ground: round },
  { file: 'icons/icon-512.png', pixels: 512, drawing: SIGN, share: 0.78, ground: round },
  { file: 'icons/maskable-192.png', pixels: 192, drawing: SIGN, share: 0.64, ground: full },
  { file: 'icons/maskable-512.png', pixels: 512, drawing: SIGN, share: 0.64, ground: full },
  { file: 'icons/apple-touch-icon.png', pixels: 180, drawing: SIGN, share: 0.72, ground: full },
  { file: 'icons/badge-96.png', pixels: 96, drawing: SHAPE, share: 1, ground: '' },
];

/** Draws the icons of the installed application. @returns their paths in the build and their PNGs */
export function renderIcons(): Promise<{ file: string; png: Buffer }[]> {
  return Promise.all(
    icons.map(async ({ file, pixels, drawing, share, ground }) => {
      const edge = (28 * (1 - share)) / 2;
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 28 28" width="${pixels}" height="${pixels}">${ground}<g transform="translate(${edge} ${edge}) scale(${share})">${drawing}</g></svg>`;
      // Drawn twice as large and made smaller, which keeps thin lines even.
      const png = await sharp(Buffer.from(svg), { density: 144 })
        .resize(pixels, pixels)
        .png({ compressionLevel: 9, palette: true })
        .toBuffer();
      return { file, png };
    }),
  );
}
