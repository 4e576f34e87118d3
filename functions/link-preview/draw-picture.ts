import { readFileSync } from 'node:fs';
import { drawSvg } from '../media/svg.ts';
import sharp from '../media/sharp-settings.ts';
import { fontFile } from '../media/svg-fonts.ts';
import { readFont } from './font.ts';
import { PICTURE_SIZE, type PictureWords } from '../domain/link-picture.ts';
import { drawingOf, type PictureFonts } from './picture-drawing.ts';

/** A few flat colours and the edges of letters. */
const COLOURS = 64;

let fonts: PictureFonts | undefined;

/** The fonts of drawings that have the most scripts: letters with serifs, and what they lack. */
export const pictureFonts = (): PictureFonts =>
  (fonts ??= {
    family: 'DejaVu Serif Condensed',
    fonts: ['DejaVuSerifCondensed', 'DejaVuSans'].map((name) => readFont(readFileSync(fontFile(name)))),
  });

/**
 * Draws the picture of a link, a PNG.
 * @param words the site's own where absent
 * @throws UndecodableMedia, MachineFault as every drawing
 */
export async function drawPicture(words: PictureWords | undefined): Promise<Buffer> {
  const drawing = drawingOf(words, pictureFonts());
  const { data, width, height, channels } = await drawSvg(Buffer.from(drawing), { box: PICTURE_SIZE.width });
  return sharp(data, { raw: { width, height, channels } })
    .removeAlpha()
    .png({ palette: true, colours: COLOURS })
    .toBuffer();
}
