import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, type BrowserContext, type Page } from 'playwright-core';
import { ensureBuilt } from '../../infra/build/ensure-built.ts';
import { startSystem } from '../../infra/local/system.ts';
import { DESKTOP, launch, PHONE } from '../fixtures/browser.ts';
import { eventually } from '../fixtures/uploads.ts';
import type { Scene } from './scene.ts';
import { scenes } from './scenes.ts';
import { type EventName, createSampleData, type SampleData } from './sample-data.ts';

// npm run screens: screenshots of every screen, at both sizes and in both themes, to look at.
// `-- --to folder` sets the folder, `-- --only gallery` limits them to scenes with that in the name.

const option = (name: string): string | undefined =>
  process.argv.includes(name) ? process.argv[process.argv.indexOf(name) + 1] : undefined;

const folder = path.resolve(option('--to') ?? path.join(tmpdir(), 'gatherlens-screens'));
const selectedScenes = scenes.filter(({ name }) => name.includes(option('--only') ?? ''));
const variants = (['light', 'dark'] as const).flatMap((theme) =>
  [PHONE, DESKTOP].map((viewport) => ({ theme, viewport })),
);
type Variant = (typeof variants)[number];

const dataDir = await mkdtemp(path.join(tmpdir(), 'screens-'));
await mkdir(folder, { recursive: true });
await ensureBuilt();
const system = await startSystem({ port: 0, dataDir, quiet: true });
const browser = await launch();
try {
  const sampleData = await createSampleData(system.url);
  let succeeded = 0;
  for (const variant of variants) {
    for (const scene of selectedScenes)
      if (await takePicture({ browser, sampleData, variant, scene })) succeeded += 1;
  }
  const expected = selectedScenes.length * variants.length;
  console.log(`${succeeded} of ${expected} pictures are in ${folder}`);
  if (succeeded < expected) process.exitCode = 1;
} finally {
  await browser.close();
  await system.close();
  await rm(dataDir, { recursive: true, force: true });
}

type Shot = { browser: Browser; sampleData: SampleData; variant: Variant; scene: Scene };

/** Takes a screenshot. Reports a scene that fails, so that the others go on. @returns whether it succeeded */
async function takePicture({ browser, sampleData, variant, scene }: Shot): Promise<boolean> {
  const { viewport, theme } = variant;
  const isPhone = viewport === PHONE;
  const context = await browser.newContext({
    baseURL: system.url,
    viewport,
    colorScheme: theme,
    hasTouch: isPhone,
    isMobile: isPhone,
    deviceScaleFactor: isPhone ? 2 : 1,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  });
  const file = path.join(folder, `${scene.name}-${viewport.width}-${theme}.png`);
  try {
    await becomePerson(context, sampleData, scene.role);
    const page = await context.newPage();
    page.setDefaultTimeout(10_000);
    await page.goto(addressOf(scene, sampleData));
    await page.locator('h1').first().waitFor();
    await scene.steps?.(page);
    await settle(page);
    await page.screenshot({ path: file, fullPage: scene.isFullPage });
    return true;
  } catch (error) {
    console.error(`${path.basename(file)}: ${String(error).split('\n')[0]}`);
    return false;
  } finally {
    await context.close();
  }
}

function addressOf({ path: address }: Scene, { events }: SampleData): string {
  return address.replace(/\{(\w+)\}/, (_, name: EventName) => events[name]);
}

async function becomePerson(
  context: BrowserContext,
  sampleData: SampleData,
  role: Scene['role'],
): Promise<void> {
  const signedIn = {
    host: sampleData.host,
    person: sampleData.person,
    claimer: sampleData.person,
    guest: null,
    visitor: null,
  }[role];
  if (signedIn) {
    const value = signedIn.cookie('__Host-session') ?? '';
    // The __Host- prefix requires https; the browser accepts it for localhost.
    await context.addCookies([{ name: '__Host-session', value, url: 'https://localhost', secure: true }]);
  }
  if (role === 'guest' || role === 'claimer') {
    const { guestId: id, token } = sampleData.guest;
    const guest = JSON.stringify({ id, token, name: 'Grace', email: null });
    await context.addInitScript((stored) => localStorage.setItem('guest_credentials', stored), guest);
  }
}

/** Waits until nothing is loading, no skeleton is left, and every visible picture has loaded. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  // Strings, because this project has no DOM types; and not `waitForFunction`, which the page's policy refuses to repeat.
  await eventually(() =>
    page.evaluate<boolean>(
      `[...document.querySelectorAll('[aria-busy=true]')].every((one) => one.closest('dialog'))`,
    ),
  );
  await eventually(() =>
    page.evaluate<boolean>(
      '[...document.images].every((one) => one.complete || one.getBoundingClientRect().top > innerHeight)',
    ),
  );
}
