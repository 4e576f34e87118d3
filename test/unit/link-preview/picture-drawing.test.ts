import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { DRAWING_VERSION } from '../../../functions/domain/link-picture.ts';
import { drawPicture, pictureFonts } from '../../../functions/link-preview/draw-picture.ts';
import { drawingOf } from '../../../functions/link-preview/picture-drawing.ts';
import { drawableName } from '../../../functions/link-preview/picture-words.ts';

const { fonts } = pictureFonts();
const name = (text: string) => drawableName(text, fonts);
const drawing = (text: string, date?: string) => drawingOf({ name: text, date }, pictureFonts());
/** The lines of a drawing, with the size of their letters. */
const linesIn = (svg: string) =>
  [...svg.matchAll(/font-size="(\d+)"[^>]*>([^<]*)<\/text>/g)].map(
    ([, px, text = '']) => [Number(px), text] as const,
  );
const wordsIn = (svg: string) => linesIn(svg).map(([, text]) => text);

describe('a name', () => {
  it.each([
    'Anna & Jonas – “Summer” №7, 50 €',
    'Łódź, Çeşme, Reykjavík, Þór, Győr, Ōsaka, Nguyễn Thị Ánh Tuyết',
    'Свадьба Анны и Дмитрия, ЇҐЄ, Ђорђе',
    'Βάπτιση της Ελένης ώ ΐ',
    'החתונה של נועה',
    'حفل زفاف ليلى',
    'Հարսանիք, ქორწილი',
  ])('is drawn as it is: %s', (text) => {
    expect(name(text)).toBe(text);
  });

  it.each([
    ['Summer 🎉🎊', 'Summer'],
    ['👨‍👩‍👧 Family 🇮🇹 reunion', 'Family reunion'],
    ['𝓐𝓷𝓷𝓪 ❤️ 𝐁𝐞𝐧', 'Anna ❤️ Ben'],
    [`Z${'\u0351'.repeat(40)}algo`, `Z${'\u0351'.repeat(3)}algo`],
  ])('is drawn without what the fonts lack: %s', (text, drawn) => {
    expect(name(text)).toBe(drawn);
  });

  it.each(['田中さんの結婚式', 'अन्ना की शादी', 'งานแต่งงาน', 'Anna 和 Ben', '🎉', '***'])(
    'is left out where letters are missing, or all of them: %s',
    (text) => {
      expect(name(text)).toBeUndefined();
    },
  );
});

describe('a drawing', () => {
  it('has the name as large as it has room, and the day', () => {
    expect(linesIn(drawing('Mira & Jonas', 'August 15, 2026'))).toEqual([
      [34, 'Gatherlens'],
      [92, 'Mira &amp; Jonas'],
      [34, 'August 15, 2026'],
    ]);
    const long = linesIn(drawing('The seventieth birthday of Great-Aunt Wilhelmina at the northern lake'));
    expect(long[1]?.[0]).toBeLessThan(92);
    expect(
      long
        .slice(1)
        .map(([, text]) => text)
        .join(' '),
    ).toBe('The seventieth birthday of Great-Aunt Wilhelmina at the northern lake');
  });

  it.each(['W'.repeat(200), 'Wide '.repeat(40).trim(), 'é'.repeat(200)])(
    'clips what has no room: %s',
    (text) => {
      const lines = wordsIn(drawing(text)).slice(1);
      expect(lines).toHaveLength(5);
      expect(lines.at(-1)).toMatch(/…$/);
      expect(text.startsWith(lines[0] ?? '')).toBe(true);
    },
  );

  it('has words of the site where the name cannot be drawn, and of it alone where nothing may be said', () => {
    expect(wordsIn(drawing('田中さんの結婚式', 'June 30, 2026'))).toEqual(['Gatherlens', 'June 30, 2026']);
    expect(wordsIn(drawingOf(undefined, pictureFonts()))).toEqual([
      'Gatherlens',
      'One link,',
      'everyone’s pictures.',
    ]);
  });

  it('holds no markup of a name', () => {
    const svg = drawing('</text><image href="x"/>&amp;');
    expect(svg).not.toContain('<image');
    expect(wordsIn(svg).join('')).toContain('&lt;/text&gt;&lt;image');
    expect(wordsIn(svg).join('')).toContain('&amp;amp;');
  });

  it('begins at the left in every direction of reading', () => {
    expect(drawing('החתונה של נועה')).toMatch(/direction="rtl" text-anchor="end">החתונה/);
    expect(drawing('Noa נועה')).not.toContain('rtl');
  });

  it('has a new version when it is drawn differently, because each address keeps its picture', () => {
    const drawn = [drawing('Mira & Jonas', 'August 15, 2026'), drawingOf(undefined, pictureFonts())].join('');
    const hash = createHash('sha256').update(drawn).digest('hex').slice(0, 16);
    expect([DRAWING_VERSION, hash]).toMatchInlineSnapshot(`
      [
        1,
        "64ad0f90c8327d3c",
      ]
    `);
  });
});

it('is drawn as a small PNG, with its letters', async () => {
  const png = await drawPicture({ name: 'Mira & Jonas', date: 'August 15, 2026' });
  const { format, width, height } = await sharp(png).metadata();
  expect([format, width, height]).toEqual(['png', 1200, 630]);
  expect(png.length).toBeLessThan(100_000);
  const name = await sharp(png).extract({ left: 80, top: 390, width: 640, height: 100 }).stats();
  expect(name.channels[0]?.min).toBeLessThan(60);
  expect(name.channels[0]?.max).toBeGreaterThan(240);
});
