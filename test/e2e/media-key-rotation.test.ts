import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startSystem, type System } from '../../infra/local/system.ts';
import { MEDIA_KEYS_FILE, SECRETS_PATH } from '../../infra/local/ssm/secret-files.ts';
import { rotateMediaKey, type RotationPorts } from '../../infra/operate/rotate-media-key.ts';
import { closeContexts, DESKTOP, openAs, sharedBrowser } from '../fixtures/browser.ts';
import { signIn } from '../fixtures/users-and-guests.ts';
import { jpegFile, upload, waitUntilProcessed } from '../fixtures/uploads.ts';

// The operator's program exchanges the key of media URLs while somebody looks at a gallery. The system has a folder of its
// own; that it starts again stands for a deployment.

const PHOTOS = 3;
let dataDir: string;
let system: System;
let page: Page;
let context: BrowserContext;
/** By how much the program's clock is ahead of the system's. */
let aheadMs = 0;
const broken: string[] = [];

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'rotation-'));
  system = await startSystem({ port: 0, dataDir, quiet: true });
  const olive = await signIn(system.url, 'Olive');
  const { json } = await olive.post('/api/events', { name: 'Orchard', privacy: 'public' });
  for (let seed = 0; seed < PHOTOS; seed += 1) {
    const { id } = await upload(olive, json.id, await jpegFile(seed));
    await waitUntilProcessed(olive, json.id, id);
  }
  ({ page, context } = await openAs(await sharedBrowser(), { viewport: DESKTOP, baseURL: system.url }));
  page.on('response', (response) => {
    if (response.url().includes('/media/') && response.status() >= 400) broken.push(response.url());
  });
  await page.goto(`/event/${json.id}`);
});
afterAll(async () => {
  await closeContexts(await sharedBrowser());
  await system.close();
  await rm(dataDir, { recursive: true, force: true });
});

const file = (name: string): string => path.join(dataDir, 'secrets', path.basename(name));

const ports: RotationPorts = {
  readParameter: (name) => readFile(file(name), 'utf8'),
  replaceParameter: (name, value) => writeFile(file(name), value),
  changedAt: async (name) => (await stat(file(name))).mtime,
  readPublicKeys: () => readFile(file(MEDIA_KEYS_FILE), 'utf8'),
  writePublicKeys: (pems) => writeFile(file(MEDIA_KEYS_FILE), pems),
  deployedKeys: async () => (system.environment['MEDIA_KEY_IDS'] ?? '').split(/[ =]/),
  now: () => new Date(Date.now() + aheadMs),
};

const rotate = (): Promise<string> => rotateMediaKey(SECRETS_PATH, ports);

async function deploy(): Promise<void> {
  const port = Number(new URL(system.url).port);
  await system.close();
  system = await startSystem({ port, dataDir, quiet: true });
}

/** Functions keep a secret for five minutes: new processes have none. */
const passFiveMinutes = (): void => system.restartFunctions();

const pictures = () => page.locator('main img[src*="/media/"]');

/** Asks for every picture again with the cookies that the page has, and then opens the page anew. */
async function look(): Promise<void> {
  const statuses = await pictures().evaluateAll((images) =>
    Promise.all(
      images.map(
        async (image) => (await fetch(image.getAttribute('src') ?? '', { cache: 'no-store' })).status,
      ),
    ),
  );
  expect(statuses).toEqual(Array.from({ length: PHOTOS }, () => 200));
  await page.reload();
  await expect.poll(() => pictures().count()).toBe(PHOTOS);
  await expect.poll(() => pictures().evaluateAll(areLoaded)).toBe(true);
  expect(broken).toEqual([]);
}

const areLoaded = (images: unknown[]): boolean =>
  (images as { naturalWidth: number }[]).every(({ naturalWidth }) => naturalWidth > 0);

const keyInUse = async (): Promise<string | undefined> =>
  (await context.cookies()).find(({ name }) => name === 'CloudFront-Key-Pair-Id')?.value;

it('breaks no picture at any step', async () => {
  await look();
  const before = await keyInUse();
  const oldCookies = await context.cookies();

  expect(await rotate()).toContain('signs nothing yet');
  await look();
  passFiveMinutes();
  await look();
  await expect(rotate()).rejects.toThrow('does not know the second key yet');
  await deploy();
  await look();
  expect(await keyInUse()).toBe(before);

  expect(await rotate()).toContain('The second key signs');
  await look();
  passFiveMinutes();
  await look();
  expect(await keyInUse()).not.toBe(before);

  await expect(rotate()).rejects.toThrow('wait until');
  aheadMs = 65 * 60_000 + 1000;
  expect(await rotate()).toContain('given up');
  await look();
  await deploy();
  await look();

  // The rotation was one: what the old key signed opens nothing any more.
  const address = await pictures().first().getAttribute('src');
  await context.clearCookies();
  await context.addCookies(oldCookies);
  expect((await context.request.get(new URL(address ?? '', system.url).href)).status()).toBe(403);
});
