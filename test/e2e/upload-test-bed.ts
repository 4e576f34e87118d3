import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { newUser } from '../fixtures/new-user.ts';
import { type Guest, newGuest, type SignedIn } from '../fixtures/users-and-guests.ts';
import {
  type FaultyNetwork,
  hashesOf,
  hashesOfOriginals,
  type Photo,
  startFaultyNetwork,
} from './faulty-network.ts';
import { closeContexts, sharedBrowser, storeGuest, waitUntilTakenOver } from '../fixtures/browser.ts';

/** Longer than any upload takes on a busy machine. */
export const UPLOAD_TIMEOUT_MS = 150_000;

/**
 * The fixture of upload tests: a browser, a faulty network, the host Olive, and for each test an
 * event, a guest and a network without faults. Call it at the top of a file.
 */
export function newUploadTestBed() {
  let browser: Browser;
  let network: FaultyNetwork;
  let olive: SignedIn;
  let eventId: string;
  let grace: Guest;
  beforeAll(async () => {
    [browser, network] = await Promise.all([sharedBrowser(), startFaultyNetwork()]);
    olive = await newUser(network.url, 'Olive');
  });
  beforeEach(async () => {
    network.onPut = () => undefined;
    network.onCall = () => undefined;
    network.stored.length = 0;
    eventId = (await olive.post('/api/events', { name: 'Cellar', privacy: 'public' })).json.id;
    grace = await newGuest(network.url);
  });
  afterAll(async () => {
    await closeContexts(browser);
    await network?.close();
  });

  return {
    get browser(): Browser {
      return browser;
    },
    get network(): FaultyNetwork {
      return network;
    },
    /** Options of a context whose requests take the faulty network. */
    get options() {
      // What moves is drawn anew all the time, which costs as much as the upload.
      return { baseURL: network.url, proxy: network.proxy, reducedMotion: 'reduce' } as const;
    },
    get olive(): SignedIn {
      return olive;
    },
    get eventId(): string {
      return eventId;
    },
    get grace(): Guest {
      return grace;
    },

    /** Opens the event as the guest. */
    open(context: BrowserContext): Promise<Page> {
      const { guestId: id, token } = grace;
      return openEvent(context, {
        eventId,
        guest: JSON.stringify({ id, token, name: 'Grace', email: null }),
      });
    },

    /** Expects exactly these photos, unchanged, in the event. */
    async expectAll(photos: readonly Photo[]): Promise<void> {
      const expected = hashesOf(photos.map(({ buffer }) => buffer));
      await expect
        .poll(() => hashesOfOriginals(olive, eventId), { timeout: UPLOAD_TIMEOUT_MS, interval: 250 })
        .toEqual(expected);
    },
  };
}

/** Opens an event. @param guest stored guest credentials; null for none */
export async function openEvent(
  context: BrowserContext,
  { eventId, guest }: { eventId: string; guest: string | null },
): Promise<Page> {
  const page = await context.newPage();
  page.setDefaultTimeout(UPLOAD_TIMEOUT_MS);
  if (guest !== null) await storeGuest(page, guest);
  await page.goto(`/event/${eventId}`);
  await waitUntilTakenOver(page, '#root button');
  return page;
}

/** Selects photos in the upload dialog. */
async function choose(page: Page, photos: Photo[] | string[]): Promise<void> {
  await page.getByRole('button', { name: 'Add Media' }).first().click();
  // Not in the picker, which a browser opens only if the dialog's code comes within five seconds of the press.
  await page.locator('dialog input[type=file][multiple]').setInputFiles(photos);
  await page.getByText(`Upload ${photos.length} file(s)`).waitFor();
}

/** Selects photos and starts the upload. */
export async function send(page: Page, photos: Photo[] | string[]): Promise<void> {
  await choose(page, photos);
  await page.getByRole('button', { name: `Upload ${photos.length} file(s)` }).click();
}

/** Selects photos, and starts the upload after the network is gone. */
export async function sendWithoutNetwork(page: Page, photos: Photo[] | string[]): Promise<void> {
  await choose(page, photos);
  // Photos are also listed without the upload code, so wait for it.
  const code = `performance.getEntriesByType('resource').some(({ name }) => name.includes('/upload-engine-'))`;
  await expect.poll(() => page.evaluate(code), { timeout: UPLOAD_TIMEOUT_MS }).toBe(true);
  await page.context().setOffline(true);
  await page.getByRole('button', { name: `Upload ${photos.length} file(s)` }).click();
}
