import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { MachineFault } from '../../../functions/media/machine-fault.ts';
import { makePicture } from '../../../functions/media/picture.ts';
import { fontSettings } from '../../../functions/media/svg-fonts.ts';
import { drawSvg } from '../../../functions/media/svg.ts';
import { UndecodableMedia } from '../../../functions/media/undecodable.ts';
import { layers } from '../../fixtures/hostile-pictures.ts';
import { RED, quadrants } from './made-pictures.ts';

const SVG = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';
const draw = (source: string | Buffer, box = 40, cpuMs = 20_000) =>
  drawSvg(Buffer.from(source), { box, cpuMs });
const codeOf = (source: string, cpuMs?: number): Promise<unknown> =>
  draw(source, 1600, cpuMs).then(
    () => 'drawn',
    (error: unknown) => (error instanceof UndecodableMedia ? error.code : error),
  );
const firstPixel = async (source: string | Buffer): Promise<number[]> => [
  ...(await draw(source)).data.subarray(0, 4),
];

const square = `<svg ${SVG} width="10" height="10"><rect width="10" height="10" fill="red"/></svg>`;

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'svg-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('a drawing', () => {
  it('is not to blame for a machine that starts no renderer', async () => {
    const { execPath } = process;
    try {
      process.execPath = '/nonexistent';
      await expect(draw(square)).rejects.toThrow(MachineFault);
    } finally {
      process.execPath = execPath;
    }
  });

  it('fills the box, however small or large it says it is', async () => {
    expect(await draw(square)).toMatchObject({ width: 40, height: 40, channels: 4 });
    const flat = `<svg ${SVG} width="20000" height="10000"><rect width="20000" height="10000" fill="red"/></svg>`;
    expect(await draw(flat)).toMatchObject({ width: 40, height: 20 });
    expect(await draw(`<svg ${SVG} viewBox="0 0 3 6"/>`)).toMatchObject({ width: 20, height: 40 });
  });

  it.each<[string, string | Buffer]>([
    ['behind a byte order mark and a declaration', `\ufeff<?xml version="1.0"?>\n${square}`],
    [
      'behind a long document type',
      `<?xml version="1.0"?><!DOCTYPE svg [ <!ENTITY a "${'x'.repeat(3000)}"> ]>${square}`,
    ],
    [
      'with a prefix',
      square
        .replaceAll('<svg', '<s:svg')
        .replace('</svg', '</s:svg')
        .replace('<rect', '<s:rect')
        .replace('xmlns=', 'xmlns:s='),
    ],
    ['in UTF-16', Buffer.from(`\ufeff<?xml version="1.0" encoding="utf-16"?>${square}`, 'utf16le')],
  ])('is recognised %s', async (_name, source) => {
    expect(await firstPixel(source)).toEqual([255, 0, 0, 255]);
  });

  it('becomes a picture with all its renditions, and is downloaded by others as a PNG of 3,000 pixels', async () => {
    const input = Buffer.from(
      `<svg ${SVG} width="100" height="10"><rect width="100" height="10" fill="red"/></svg>`,
    );
    const picture = await makePicture({ input, declaredType: 'image/svg+xml', needsStandIn: true });
    expect(picture).toMatchObject({ width: 1600, height: 160, animated: false, dominantColor: '#ff0000' });
    expect(picture.renditions.map(({ width }) => width)).toEqual([320, 800, 1600]);
    expect(picture.standIn).toMatchObject({ kind: 'full', extension: 'png' });
    expect(await sharp(picture.standIn?.bytes).metadata()).toMatchObject({
      format: 'png',
      width: 3000,
      height: 300,
    });
  });
});

describe('text in a drawing', () => {
  const INK = 128;
  /** How much of each line of a drawing is written on. */
  const inks = async (lines: readonly (readonly [text: string, family: string])[]): Promise<number[]> => {
    const words = lines.map(
      ([text, family], at) =>
        `<text y="${40 * at + 30}" font-size="30" font-family="${family}">${text}</text>`,
    );
    const { data } = await draw(
      `<svg ${SVG} width="200" height="${40 * lines.length}">${words.join('')}</svg>`,
      400,
    );
    const length = data.length / lines.length;
    return lines.map(
      (_line, at) =>
        data.subarray(at * length, (at + 1) * length).filter((value, byte) => byte % 4 === 3 && value > INK)
          .length,
    );
  };

  it('is drawn with the fonts that come along, and with no others', async () => {
    expect(fontSettings().match(/<dir>.*?<\/dir>/g)).toEqual([
      expect.stringMatching(/node_modules\/dejavu-fonts-ttf\/ttf<\/dir>$/),
    ]);
    expect(fontSettings()).not.toContain('<include');
  });

  it('is letters, not the boxes that stand for unknown ones', async () => {
    // Every box is the same.
    const written = await inks(['iiii', 'WWWW', 'ßßßß', 'ЖЖЖЖ', 'ΩΩΩΩ'].map((text) => [text, 'Arial']));
    expect(new Set(written).size).toBe(written.length);
    expect(Math.min(...written)).toBeGreaterThan(100);
  });

  it('keeps the kind of font that it asks for', async () => {
    const [sans, serif, mono, unknown] = await inks(
      ['Helvetica, sans-serif', 'Georgia', 'Courier New', 'No Such Font'].map((family) => ['Will', family]),
    );
    expect(new Set([sans, serif, mono]).size).toBe(3);
    expect(unknown).toBe(sans);
  });
});

describe('a hostile drawing', () => {
  it('is ended when it takes too long', async () => {
    const noise = '<filter id="f"><feTurbulence baseFrequency="0.9" numOctaves="9"/></filter>';
    const layers = '<rect width="1600" height="1600" filter="url(#f)"/>'.repeat(500);
    const slow = `<svg ${SVG} width="1600" height="1600">${noise}${layers}</svg>`;
    expect(await codeOf(slow, 300)).toBe('too-slow');
  });

  const large = layers().toString();

  it('is ended when it takes too much memory', async () => {
    // Time enough that memory is what ends it on any machine.
    expect(await codeOf(large, 50_000)).toBe('too-large');
  });

  it('is ended by the kernel, for the same reason, where nobody sees in time what it takes', async () => {
    const watch = vi.spyOn(globalThis, 'setInterval').mockReturnValue(setTimeout(() => {}, 0));
    expect(await codeOf(large, 50_000)).toBe('too-large');
    watch.mockRestore();
  });

  it('cannot swell by entities', async () => {
    const levels = Array.from(
      { length: 12 },
      (_, at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(10)}">`,
    ).join('');
    const laughs = `<!DOCTYPE svg [<!ENTITY e0 "lol">${levels}]><svg ${SVG} width="10" height="10"><text>&e12;</text></svg>`;
    expect(['damaged', 'drawn']).toContain(await codeOf(laughs, 8000));
  });

  it('loads nothing from a file', async () => {
    const path = join(folder, 'red.png');
    writeFileSync(path, await quadrants(10, 10).png().toBuffer());
    const images = [pathToFileURL(path).href, path, '/etc/passwd'].map(
      (address) => `<image xlink:href="${address}" width="20" height="20"/>`,
    );
    const source = `<svg ${SVG} width="10" height="10">${images.join('')}</svg>`;
    expect(await firstPixel(source)).toEqual([0, 0, 0, 0]);
    // The same picture inside the drawing is drawn, so that the test above means something.
    const data = `data:image/png;base64,${(await quadrants(10, 10).png().toBuffer()).toString('base64')}`;
    const inside = `<svg ${SVG} width="10" height="10"><image xlink:href="${data}" width="20" height="20"/></svg>`;
    expect(await firstPixel(inside)).toEqual([...RED, 255]);
  });

  it('reads no file by an external entity', async () => {
    const path = join(folder, 'secret.txt');
    writeFileSync(path, 'M0 0H10V10H0Z');
    const source = `<!DOCTYPE svg [<!ENTITY x SYSTEM "${pathToFileURL(path).href}">]><svg ${SVG} width="10" height="10"><path d="&x;"/><text>&x;</text></svg>`;
    const pixel = await firstPixel(source).catch((error: unknown) => error);
    expect(pixel instanceof UndecodableMedia || JSON.stringify(pixel) === '[0,0,0,0]').toBe(true);
  });

  it('asks no server', async () => {
    let asked = 0;
    const server = createServer((_request, response) => {
      asked += 1;
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const address = `http://127.0.0.1:${port}/x.png`;
    const source = `<?xml-stylesheet href="${address}"?><svg ${SVG} width="10" height="10"><style>@import url("${address}");</style><image xlink:href="${address}" width="9" height="9"/></svg>`;
    await draw(source);
    await new Promise((resolve) => server.close(resolve));
    expect(asked).toBe(0);
  });

  it.each([
    ['not well formed', '<svg xmlns="http://www.w3.org/2000/svg"><g>'],
    ['of another namespace', '<svg xmlns="urn:other" width="5" height="5"/>'],
  ])('is undecodable when %s', async (_name, source) => {
    expect(await codeOf(source)).toBe('damaged');
  });
});
