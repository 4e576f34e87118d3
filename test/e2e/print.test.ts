import jsqr from 'jsqr';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { baseURL, newTestBed } from './test-bed.ts';

// What comes out of the printer: the PDF that the browser makes of the page, and the same page's picture in print.

const testBed = newTestBed('Anna & Jonas');
const MM_PER_POINT = 25.4 / 72;
const PX_PER_MM = 96 / 25.4;

let page: Page;
let eventId: string;
let code: string;

beforeAll(async () => {
  eventId = await testBed.newEvent({ privacy: 'unlisted', date: '2026-06-30' });
  page = await testBed.open(`/event/${eventId}/print`, testBed.olive);
  const shown = page
    .locator('[data-sheet]')
    .getByText(/^[A-Z]{4}-[A-Z]{4}$/)
    .first();
  code = await shown.innerText();
  await page.getByLabel('A line of your own').fill('Dance, and take pictures');
});

/** Width and height of paper in millimetres. */
const PAPERS = { A4: [210, 297], A3: [297, 420], Letter: [215.9, 279.4] } as const;

/**
 * The smallest face and the wide one in each design, and each form and paper: all lengths of a design are parts of its form,
 * and a poster is a large card. The first of each design is another form, and is made a PDF of.
 */
const SHEETS = {
  Letterpress: [
    ['Table tents', 'Letter'],
    ['Cards', 'A4'],
    ['Entrance sign', 'A3'],
  ],
  Garden: [
    ['Poster', 'A3'],
    ['Cards', 'Letter'],
    ['Entrance sign', 'Letter'],
  ],
  Confetti: [
    ['Entrance sign', 'A4'],
    ['Cards', 'A4'],
  ],
} as const;

/** Width and height of a sheet in millimetres. */
function sizeOf(form: string, paper: keyof typeof PAPERS): [width: number, height: number] {
  const [short, long] = PAPERS[paper];
  return form === 'Entrance sign' ? [long, short] : [short, long];
}

const choose = (name: string) => page.getByRole('radio', { name, exact: true }).check({ force: true });

async function chooseSheet(form: string, paper: string, design: string): Promise<void> {
  await choose(form);
  await choose(paper);
  await choose(design);
  await page.evaluate('document.fonts.ready.then(() => true)');
}

/** Page boxes in millimetres, and which fonts are in the file and which are only named. */
function readPdf(pdf: Buffer) {
  const text = pdf.toString('latin1');
  const boxes = [...text.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(([, width, height]) => [
    Number(width) * MM_PER_POINT,
    Number(height) * MM_PER_POINT,
  ]);
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  return {
    boxes,
    pages: count(/\/Type \/Page\b/g),
    fonts: count(/\/Type \/FontDescriptor\b/g),
    embedded: count(/\/FontFile[23]? /g),
    names: new Set([...text.matchAll(/\/FontName \/[A-Z]{6}\+(\w+)/g)].map(([, name = '']) => name)),
  };
}

/** What a phone reads that is held near each code of the sheet in a picture of it. */
async function readCodes(picture: Buffer): Promise<(string | undefined)[]> {
  const { data, info: raw } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const codes = await page.locator('[data-sheet]').getByRole('img', { name: 'QR code' }).all();
  return Promise.all(
    codes.map(async (code) => {
      const { x, y, width } = (await code.boundingBox()) ?? { x: 0, y: 0, width: 0 };
      const [left, top] = [x, y].map((start) => Math.max(0, Math.floor(start - width / 3))) as [
        number,
        number,
      ];
      const size = {
        width: Math.min(Math.ceil((width * 5) / 3), raw.width - left),
        height: Math.min(Math.ceil((width * 5) / 3), raw.height - top),
      };
      const part = await sharp(data, { raw })
        .extract({ left, top, ...size })
        .raw()
        .toBuffer();
      const pixels = new Uint8ClampedArray(part);
      return jsqr.default(pixels, size.width, size.height, { inversionAttempts: 'dontInvert' })?.data;
    }),
  );
}

/** Expects that the sheet that is chosen is printed on one page of its size, with its design's own font. */
async function expectOwnPdf(design: string, [width, height]: readonly [number, number]): Promise<void> {
  const read = readPdf(await page.pdf({ preferCSSPageSize: true, printBackground: true }));
  expect({ pages: read.pages, boxes: read.boxes.length }).toEqual({ pages: 1, boxes: 1 });
  // A PDF's sizes are whole pixels of the screen, a quarter of a millimetre.
  expect(read.boxes[0]?.[0]).toBeCloseTo(width, 0);
  expect(read.boxes[0]?.[1]).toBeCloseTo(height, 0);
  expect(read.fonts).toBeGreaterThan(0);
  const ownFont = design === 'Confetti' ? /^Outfit/ : /^CormorantGaramond/;
  const hasOwnFont = [...read.names].some((name) => ownFont.test(name));
  expect({ embedded: read.embedded, hasOwnFont }).toEqual({ embedded: read.fonts, hasOwnFont: true });
}

it.each(Object.entries(SHEETS))(
  'the design %s is printed on one sheet with its own font, fills each exactly, and scans',
  async (design, sheets) => {
    for (const [at, [form, paper]] of sheets.entries()) {
      const [width, height] = sizeOf(form, paper).map((length) => length * PX_PER_MM) as [number, number];
      const codes = form === 'Cards' || form === 'Table tents' ? 4 : 1;
      await page.emulateMedia({ media: null });
      await chooseSheet(form, paper, design);
      if (at === 0) await expectOwnPdf(design, sizeOf(form, paper));
      await page.emulateMedia({ media: 'print' });
      await page.setViewportSize({ width: Math.ceil(width), height: Math.ceil(height) });
      const what = `${form} on ${paper}`;
      const box = await page.locator('[data-sheet]').boundingBox();
      expect({ what, at: [box?.x, box?.y] }).toEqual({ what, at: [0, 0] });
      expect(box?.width).toBeCloseTo(width, 0);
      expect(box?.height).toBeCloseTo(height, 0);
      // What reached further would be on a second sheet.
      const { scrollWidth, scrollHeight } = await page.evaluate<{
        scrollWidth: number;
        scrollHeight: number;
      }>('(({ scrollWidth, scrollHeight }) => ({ scrollWidth, scrollHeight }))(document.documentElement)');
      expect({ what, scrollWidth, scrollHeight }).toEqual({
        what,
        scrollWidth: Math.ceil(width),
        scrollHeight: Math.ceil(height),
      });
      const picture = await page.screenshot({ type: 'jpeg', quality: 90 });
      const expected = Array.from({ length: codes }, () => `${baseURL}/event/${eventId}`);
      expect({ what, read: await readCodes(picture) }).toEqual({ what, read: expected });
    }
    await page.emulateMedia({ media: null });
    await page.setViewportSize({ width: 1280, height: 800 });
  },
);

it('nothing else of the page is printed, in the dark theme either', async () => {
  await chooseSheet('Poster', 'A4', 'Letterpress');
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  expect(await page.getByRole('button').filter({ visible: true }).count()).toBe(0);
  expect(await page.getByRole('link').filter({ visible: true }).count()).toBe(0);
  const picture = await page.screenshot();
  const [corner] = await sharp(picture).extract({ left: 2, top: 2, width: 1, height: 1 }).raw().toBuffer();
  expect(corner).toBe(255);
  await page.emulateMedia({ media: null, colorScheme: null });
});

// The last, because it signs the host out.
it('the printed code, as part of an address, leads to the event', async () => {
  await page.context().clearCookies();
  await page.goto(`/j/${code}`);
  await page.getByRole('heading', { level: 1, name: 'Anna & Jonas' }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/event/${eventId}`);
});
