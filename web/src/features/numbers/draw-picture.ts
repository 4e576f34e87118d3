import { SITE_NAME } from '../../../../shared/site.ts';
import { type Box, cropFor, HEIGHT, linesOf, PHOTOS_HEIGHT, photoBoxes, WIDTH } from './picture-layout.ts';

/** What the picture says. */
export type PictureWords = {
  readonly name: string;
  readonly day: string | undefined;
  /** Each as its number and its noun. */
  readonly totals: readonly (readonly [count: string, noun: string])[];
};

const MARGIN = 72;
// The light theme's, wherever it is made: it is sent to others.
const COLOURS = { paper: '#faf6f0', ink: '#231e1a', soft: '#655b51', line: '#e3dacd', accent: '#2345c9' };
const SERIF = "ui-serif, 'New York', Georgia, 'Iowan Old Style', 'Noto Serif', 'Liberation Serif', serif";
const SANS =
  "-apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'Noto Sans', 'Liberation Sans', system-ui, sans-serif";

/**
 * Draws an event's name, day, totals and up to three photos.
 * @param photos the addresses of photos of this site; those that do not come are left out
 * @throws Error if the browser has no canvas to draw on, or no memory for it
 */
export async function drawPicture(words: PictureWords, photos: readonly string[]): Promise<Blob> {
  const images = (await Promise.all(photos.map(loadImage))).filter((image) => image !== undefined);
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: WIDTH, height: HEIGHT });
  const context = canvas.getContext('2d');
  if (!context) throw new Error('There is no canvas.');
  context.fillStyle = COLOURS.paper;
  context.fillRect(0, 0, WIDTH, HEIGHT);
  for (const [index, box] of photoBoxes(images.length).entries()) {
    const image = images[index];
    if (image) drawPhoto(context, image, box);
  }
  drawWords(context, words, images.length > 0);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('It was not drawn.'))), 'image/png');
  });
}

async function loadImage(url: string): Promise<HTMLImageElement | undefined> {
  const image = new Image();
  image.src = url;
  try {
    await image.decode();
    return image;
  } catch {
    return undefined;
  }
}

function drawPhoto(context: CanvasRenderingContext2D, image: HTMLImageElement, box: Box): void {
  const crop = cropFor({ width: image.naturalWidth, height: image.naturalHeight }, box);
  const { x, y, width, height } = crop;
  context.drawImage(image, x, y, width, height, box.x, box.y, box.width, box.height);
}

type Writer = (text: string, at: { x: number; y: number; font: string; colour: string }) => void;

function drawWords(context: CanvasRenderingContext2D, words: PictureWords, hasPhotos: boolean): void {
  const write: Writer = (text, { x, y, font, colour }) => {
    Object.assign(context, { font, fillStyle: colour });
    context.fillText(text, x, y);
  };
  const top = hasPhotos ? PHOTOS_HEIGHT : 260;
  const name = { font: `${hasPhotos ? 76 : 104}px ${SERIF}`, height: hasPhotos ? 84 : 116 };
  context.font = name.font;
  const lines = linesOf(words.name, {
    width: WIDTH - 2 * MARGIN,
    most: hasPhotos ? 2 : 4,
    widthOf: (text) => context.measureText(text).width,
  });
  let y = top + 24;
  for (const line of lines) {
    y += name.height;
    write(line, { x: MARGIN, y, font: name.font, colour: COLOURS.ink });
  }
  if (words.day) write(words.day, { x: MARGIN, y: y + 56, font: `34px ${SANS}`, colour: COLOURS.soft });
  drawTotals(context, write, words.totals);
}

function drawTotals(context: CanvasRenderingContext2D, write: Writer, totals: PictureWords['totals']): void {
  const y = HEIGHT - MARGIN;
  context.fillStyle = COLOURS.line;
  context.fillRect(MARGIN, y - 150, WIDTH - 2 * MARGIN, 2);
  let x = MARGIN;
  for (const [count, noun] of totals) {
    write(count, { x, y: y - 44, font: `72px ${SERIF}`, colour: COLOURS.ink });
    const countWidth = context.measureText(count).width;
    write(noun, { x, y, font: `30px ${SANS}`, colour: COLOURS.soft });
    x += Math.max(countWidth, context.measureText(noun).width) + 64;
  }
  context.textAlign = 'right';
  write(SITE_NAME, { x: WIDTH - MARGIN, y, font: `600 30px ${SANS}`, colour: COLOURS.accent });
  context.textAlign = 'left';
}
