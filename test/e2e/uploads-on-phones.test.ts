import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { requireChromium } from '../fixtures/chromium.ts';
import { guestQuery, signIn } from '../fixtures/users-and-guests.ts';
import { type Photo, photosOf } from './faulty-network.ts';
import { FLAGS, PHONE } from './browser.ts';
import { storedFiles } from './stored-uploads.ts';
import { choose, newUploadTestBed, openEvent, UPLOAD_TIMEOUT_MS, send } from './upload-test-bed.ts';

// What phones, and the people who hold them, do to uploads.

const testBed = newUploadTestBed();
const { expectAll } = testBed;
let context: BrowserContext;

beforeEach(async () => {
  context = await testBed.browser.newContext(phone());
});
afterEach(() => context.close());

const phone = () => ({
  baseURL: testBed.network.system.url,
  viewport: PHONE,
  hasTouch: true,
  isMobile: true,
});
const open = (): Promise<Page> => testBed.open(context);
const complete = (page: Page) => page.getByText('Upload Complete!').first().waitFor();
const card = (page: Page) => page.getByRole('region', { name: 'Uploads' });

/** Chooses photos, and sends them when there is no network any more. */
async function sendWithoutNetwork(page: Page, photos: Photo[] | string[]): Promise<void> {
  await choose(page, photos);
  // Photos are listed without the code that sends them, too.
  const code = `performance.getEntriesByType('resource').some(({ name }) => name.includes('/engine-'))`;
  await expect.poll(() => page.evaluate(code), { timeout: UPLOAD_TIMEOUT_MS }).toBe(true);
  await context.setOffline(true);
  await page.getByRole('button', { name: `Upload ${photos.length} file(s)` }).click();
}

/** Sends photos of which none gets through until it is told to. */
async function sendHeld(page: Page, photos: Photo[]) {
  const asked = Promise.withResolvers<void>();
  testBed.network.onPut = () => {
    asked.resolve();
    return { status: 503 };
  };
  await send(page, photos);
  await asked.promise;
  return {
    /** With which a browser sees its network come back, so that nobody waits for a pause to end. */
    release: async (page: Page) => {
      testBed.network.onPut = () => undefined;
      await page.evaluate('dispatchEvent(new Event("online"))');
    },
  };
}

/** Photos of which nothing can be kept arrive, from a page that asks to stay open for as long as there is no network. */
async function expectSentFromMemory(page: Page, photos: Photo[]): Promise<void> {
  await sendHeld(page, photos);
  await context.setOffline(true);
  await page.getByText('Waiting for the network. Keep this page open.').waitFor();
  testBed.network.onPut = () => undefined;
  await context.setOffline(false);
  await complete(page);
  await expectAll(photos);
}

describe('a browser', () => {
  it('three years old sends files', async () => {
    await context.addInitScript(`
      delete AbortSignal.any; delete Promise.withResolvers; delete Promise.try; delete URL.canParse; delete URL.parse;
      delete Array.fromAsync; delete Map.groupBy; delete Object.groupBy; delete Set.prototype.union;
      delete Iterator.prototype.map; delete Iterator.prototype.filter; delete Iterator.prototype.toArray;
    `);
    const photos = await photosOf(3, 2000);
    const page = await open();
    await send(page, photos);
    await complete(page);
    await expectAll(photos);
  });

  it.each([
    [
      'that keeps nothing',
      'Object.defineProperty(self, "indexedDB", { value: { open() { throw new Error("no") } } })',
    ],
    ['that never answers what it keeps', 'indexedDB.open = () => new EventTarget()'],
  ])('%s sends files, and asks to stay open while it waits', async (_, script) => {
    await context.addInitScript(script);
    const photos = await photosOf(2, 2000);
    const page = await open();
    await expectSentFromMemory(page, photos);
  });

  it('without room for the files sends them', async () => {
    const photos = await photosOf(3, 400_000);
    const page = await open();
    const storage = await context.newCDPSession(page);
    await storage.send('Storage.overrideQuotaForOrigin', {
      origin: testBed.network.system.url,
      quotaSize: 500_000,
    });
    await expectSentFromMemory(page, photos);
  });
});

describe('the network', () => {
  it('that goes while photos are chosen takes none of them', async () => {
    const photos = await photosOf(2, 2000);
    const page = await open();
    await sendWithoutNetwork(page, photos);
    await page.getByText('Waiting for the network. Your files are kept.').waitFor();
    await page.getByText('0 of 2 safe').waitFor();
    await context.setOffline(false);
    await page.getByText('2 of 2 safe').waitFor();
    await complete(page);
    await expectAll(photos);
  });

  it('whose portal answers everything with a page of its own makes nothing safe', async () => {
    const photos = await photosOf(1, 2000);
    const page = await open();
    const portal = { calls: 0, files: 0 };
    testBed.network.onPut = () => {
      portal.files += 1;
      return portal.files > 1 ? undefined : { status: 200 };
    };
    testBed.network.onCall = ({ path: url }) => {
      const isUpload = /\/api\/(objects|events\/[^/]+\/media\/guest)/.test(url);
      if (!isUpload || (portal.calls += 1) % 2 === 0) return undefined;
      return { status: 200 };
    };
    await send(page, photos);
    await page.getByText('1 of 1 safe').waitFor();
    await expectAll(photos);
    expect(portal.files).toBe(2);
  });
});

describe('a phone', () => {
  it('that is locked in the middle goes on when it is looked at again', async () => {
    const photos = await photosOf(4, 2000);
    await context.clock.install();
    const page = await open();
    await sendHeld(page, photos);
    // No pause between two tries ends by itself.
    await context.clock.pauseAt(await page.evaluate<number>('Date.now() + 5000'));
    const phone = await context.newCDPSession(page);
    await phone.send('Page.setWebLifecycleState', { state: 'frozen' });
    await phone.send('Page.setWebLifecycleState', { state: 'active' });
    testBed.network.onPut = () => undefined;
    await page.evaluate('document.dispatchEvent(new Event("visibilitychange"))');
    await complete(page);
    await expectAll(photos);
  });

  it('stays on, and asks before the page is left, for as long as files are on their way', async () => {
    await context.addInitScript(`
      window.locks = [];
      const request = WakeLock.prototype.request;
      WakeLock.prototype.request = async function () {
        const lock = await request.call(this, 'screen');
        window.locks.push(lock);
        return lock;
      };
      window.show = (state) => {
        Object.defineProperty(document, 'visibilityState', { configurable: true, value: state });
        document.dispatchEvent(new Event('visibilitychange'));
      };
    `);
    await context.grantPermissions(['screen-wake-lock']);
    const page = await open();
    const held = () => page.evaluate('locks.filter(({ released }) => !released).length');
    expect(await held()).toBe(0);
    const files = await sendHeld(page, await photosOf(1, 2000));
    await expect.poll(held, { timeout: UPLOAD_TIMEOUT_MS }).toBe(1);

    // Browsers take it back with the screen.
    await page.evaluate('show("hidden"); locks[0].release()');
    await expect.poll(held, { timeout: UPLOAD_TIMEOUT_MS }).toBe(0);
    await page.evaluate('show("visible"); show("visible")');
    await expect.poll(held, { timeout: UPLOAD_TIMEOUT_MS }).toBe(1);

    const asked = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    const question = await asked;
    expect(question.type()).toBe('beforeunload');
    await question.dismiss();

    await files.release(page);
    await complete(page);
    await expect.poll(held, { timeout: UPLOAD_TIMEOUT_MS }).toBe(0);
    const closed = page.waitForEvent('close');
    await page.close({ runBeforeUnload: true });
    await closed;
  });
});

describe('a file', () => {
  it('that was refused is tried again by itself, by a key that does not lose its place', async () => {
    const photos = await photosOf(2, 2000);
    const page = await open();
    testBed.network.onPut = () => ({ status: 400 });
    await send(page, photos);
    await page.getByText('Upload Failed').first().waitFor();
    await page.keyboard.press('Escape');
    await card(page).getByText('0 of 2 safe').waitFor();
    testBed.network.onPut = () => undefined;
    await card(page).getByRole('button', { name: 'Retry photo-1.jpg' }).press('Enter');
    await card(page).getByText('1 of 2 safe').waitFor();
    await page.locator('li:focus', { hasText: 'photo-1.jpg' }).waitFor();
    await card(page).getByRole('button', { name: 'Retry photo-0.jpg' }).press('Enter');
    await complete(page);
    await page.locator('h1:focus').waitFor();
    await expectAll(photos);
  });

  it('that is deleted from the phone while it waits arrives all the same', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'gone-'));
    const photos = await photosOf(2, 2000);
    const names = photos.map(({ name }) => path.join(folder, name));
    for (const [index, name] of names.entries()) await writeFile(name, photos[index]?.buffer ?? '');
    // A private window keeps no copies.
    const profile = path.join(folder, 'profile');
    await context.close();
    context = await chromium.launchPersistentContext(profile, {
      ...phone(),
      executablePath: requireChromium(),
      args: FLAGS,
    });
    const page = await open();
    await sendWithoutNetwork(page, names);
    await page.getByText('Waiting for the network. Your files are kept.').waitFor();
    await Promise.all(names.map((name) => rm(name)));
    await context.setOffline(false);
    await complete(page);
    await expectAll(photos);
    await context.close();
    await rm(folder, { recursive: true });
  });
});

describe('a guest', () => {
  it('with two tabs, who closes the one that sends: the other goes on', async () => {
    const photos = await photosOf(4, 2000);
    const other = await open();
    const page = await open();
    const files = await sendHeld(page, photos);
    await kept(page, 4);
    await page.close();
    await files.release(other);
    await complete(other);
    await expectAll(photos);
  });

  it('who signs in meanwhile and takes their photos along', async () => {
    const photos = await photosOf(3, 2000);
    const page = await open();
    const files = await sendHeld(page, photos);
    await kept(page, 3);
    await page.close();

    const ada = await signIn(testBed.network.system.url, 'Ada');
    const url = testBed.network.system.url.replace('http:', 'https:');
    const value = ada.cookie('__Host-session') ?? '';
    await context.addCookies([{ name: '__Host-session', value, url, secure: true, httpOnly: true }]);
    const signedIn = await openEvent(context, { eventId: testBed.eventId, guest: null });
    await card(signedIn).waitFor();
    // From the moment of the claim the guest is refused, before the page can know why.
    const refused = signedIn.waitForResponse((response) => response.status() === 401);
    await signedIn.route('**/claim', async (route) => {
      const response = await route.fetch();
      await files.release(signedIn);
      await refused;
      await route.fulfill({ response });
    });
    await signedIn.getByRole('button', { name: 'Move to My Account' }).click();
    await signedIn.getByText('Moved to Your Account').waitFor();
    await card(signedIn).waitFor({ state: 'detached' });
    await expectAll(photos);
  });

  it('whom the server knows no more gives a name again, and loses nothing', async () => {
    const photos = await photosOf(3, 2000);
    const page = await open();
    await sendWithoutNetwork(page, photos);
    await kept(page, 3);
    const { status } = await testBed.grace.delete(
      `/api/guests/${testBed.grace.guestId}?${guestQuery(testBed.grace)}&media=keep`,
    );
    expect(status).toBe(204);
    await context.setOffline(false);
    await card(page).getByText('0 of 3 safe').waitFor();
    await page.reload();
    const stored = () => page.evaluate(`localStorage.getItem('guest_credentials')`);
    await expect.poll(stored, { timeout: UPLOAD_TIMEOUT_MS }).toBeNull();
    await card(page).getByRole('button', { name: 'Retry All' }).tap();

    await page.getByLabel(/^Name/).fill('Grace');
    await page.getByRole('button', { name: 'Continue as Guest' }).tap();
    await complete(page);
    await expectAll(photos);
  });

  it('who has their data deleted leaves nothing to send to whoever comes next', async () => {
    const photos = await photosOf(2, 2000);
    const page = await open();
    await sendWithoutNetwork(page, photos);
    await kept(page, 2);
    await page.close();
    await context.setOffline(false);
    const later = await context.newPage();
    testBed.network.onPut = () => ({ status: 503 });
    await later.goto('/privacy');
    await later.getByRole('button', { name: 'Your Data as Grace' }).tap();
    await later.getByRole('button', { name: 'Delete Guest Data' }).tap();
    await later.getByRole('button', { name: 'Delete Guest Data' }).last().tap();
    await later.getByText('Guest Data Deleted').waitFor();
    await kept(later, 0);
    expect(await later.getByRole('dialog').count()).toBe(0);
  });

  it('whose event is deleted meanwhile is told so of each file, until they close the list', async () => {
    const photos = await photosOf(3, 2000);
    const page = await open();
    await sendWithoutNetwork(page, photos);
    await kept(page, 3);
    expect((await testBed.olive.delete(`/api/events/${testBed.eventId}`)).status).toBe(204);
    await context.setOffline(false);
    await card(page).getByText('0 of 3 safe').waitFor();
    expect(
      await card(page)
        .getByRole('button', { name: /^Retry photo/ })
        .count(),
    ).toBe(3);
    await card(page).getByRole('button', { name: 'Close' }).tap();
    await kept(page, 0);
  });
});

/** So many files are written to the browser's storage. */
const kept = (page: Page, count: number): Promise<void> =>
  expect.poll(() => storedFiles(page), { timeout: UPLOAD_TIMEOUT_MS }).toBe(count);
