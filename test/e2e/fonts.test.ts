import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import type { Request } from 'playwright-core';
import type { Person } from '../fixtures/browser.ts';
import { webDir } from '../../infra/build/project-paths.ts';
import { newTestBed } from './test-bed.ts';

// Only system fonts are used: nothing to wait for, and no font host learns who visits.

const testBed = newTestBed('Library');
let eventId: string;
let host: Person;
let visitor: Person;

beforeAll(async () => {
  eventId = await testBed.newEvent();
  await testBed.add(eventId, [1]);
  [host, visitor] = await Promise.all([testBed.newPerson(testBed.olive), testBed.newPerson()]);
});

// Font faces added by styles or scripts, and @import rules.
const FONT_RULES = `({
  faces: [...document.fonts].map(({ family }) => family),
  rules: [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules])
    .filter((rule) => rule instanceof CSSFontFaceRule || rule instanceof CSSImportRule)
    .map(({ cssText }) => cssText),
  sheets: [...document.styleSheets].length > 0,
})`;

it.each([
  ['visitor', '/', 'Create Free Event'],
  ['visitor', '/privacy', 'Cookies and storage'],
  ['visitor', '/event/{id}', '1 photo'],
  ['visitor', '/event/{id}/timeline', 'Getting Started'],
  ['host', '/', 'Hi Olive'],
  ['host', '/create', 'Event Information'],
  ['host', '/event/{id}', 'Event Management'],
  ['host', '/event/{id}/moderate', 'All Caught Up!'],
])('loads no fonts for a %s at %s', async (role, address, text) => {
  const { page } = role === 'host' ? host : visitor;
  const fonts: string[] = [];
  const note = (request: Request) => {
    if (request.resourceType() === 'font' || /\.(?:woff2?|ttf|otf|eot)\b/.test(request.url()))
      fonts.push(request.url());
  };
  page.on('request', note);
  await page.goto(address.replace('{id}', eventId), { waitUntil: 'networkidle' });
  await page.locator('[data-unmeasured]').waitFor({ state: 'detached' });
  await page.getByText(text).filter({ visible: true }).first().waitFor();
  await page.evaluate('document.fonts.ready');
  page.off('request', note);
  expect(fonts).toEqual([]);
  expect(await page.evaluate(FONT_RULES)).toEqual({ faces: [], rules: [], sheets: true });
});

it('builds a site without font files or @font-face rules', async () => {
  const files = await readdir(webDir, { recursive: true });
  const styles = files.filter((file) => file.endsWith('.css'));
  expect(styles.length).toBeGreaterThan(5);
  expect(files.filter((file) => /\.(?:woff2?|ttf|otf|eot)$/.test(file))).toEqual([]);
  for (const style of styles)
    expect([style, await readFile(path.join(webDir, style), 'utf8')]).toEqual([
      style,
      expect.not.stringMatching(/@font-face|@import/),
    ]);
});
