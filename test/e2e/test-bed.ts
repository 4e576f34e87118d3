import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, inject } from 'vitest';
import { type Guest, signIn, type SignedIn } from '../fixtures/users-and-guests.ts';
import { jpegFile, waitUntilProcessed, upload } from '../fixtures/uploads.ts';
import { DESKTOP, leaveBrowser, openAs, type Person, type PHONE, sharedBrowser } from './browser.ts';

export const baseURL = inject('siteUrl');

/**
 * What a file of browser tests stands on: one browser, Olive who hosts events, and whoever comes to see them. Called at
 * the head of a file. What a test opens is closed after it; what a `beforeAll` opens stays.
 * @param name of all its events
 */
export function newTestBed(name: string) {
  let browser: Browser;
  let olive: SignedIn;
  const opened: BrowserContext[] = [];
  beforeAll(async () => {
    [browser, olive] = await Promise.all([sharedBrowser(), signIn(baseURL, 'Olive')]);
  });
  beforeEach(() => {
    opened.length = 0;
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((context) => context.close()));
  });
  afterAll(async () => {
    await leaveBrowser(browser);
  });

  const testBed = {
    get olive(): SignedIn {
      return olive;
    },

    /** A public event of Olive's. @returns its id */
    async newEvent(fields: object = {}): Promise<string> {
      return (await olive.post('/api/events', { name, privacy: 'public', ...fields })).json.id;
    },

    /** Photos that are prepared, one after the other, so that the last is the newest. @returns their ids */
    async add(eventId: string, seeds: readonly number[], who: SignedIn | Guest = olive): Promise<string[]> {
      const ids: string[] = [];
      for (const seed of seeds) {
        const { id } = await upload(who, eventId, await jpegFile(seed));
        await waitUntilProcessed(who, eventId, id);
        ids.push(id);
      }
      return ids;
    },

    /** A browser of somebody who signed in elsewhere, of a guest called Grace, or of a stranger. */
    async newPerson(who?: SignedIn | Guest, viewport: typeof PHONE = DESKTOP): Promise<Person> {
      const person = await openAs(browser, { viewport, baseURL }, who);
      opened.push(person.context);
      return person;
    },

    /** A page of the site, for one of them, once its code has taken it over. */
    async open(path: string, who?: SignedIn | Guest, viewport?: typeof PHONE): Promise<Page> {
      const { page } = await testBed.newPerson(who, viewport);
      await page.goto(path);
      await page.locator('#plain').waitFor({ state: 'detached' });
      return page;
    },
  };
  return testBed;
}
