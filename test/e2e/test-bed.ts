import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, inject } from 'vitest';
import { newUser } from '../fixtures/new-user.ts';
import type { Guest, SignedIn } from '../fixtures/users-and-guests.ts';
import { jpegFile, waitUntilProcessed, upload } from '../fixtures/uploads.ts';
import {
  DESKTOP,
  closeContexts,
  openAs,
  type Person,
  type PHONE,
  sharedBrowser,
} from '../fixtures/browser.ts';
import { fillGallery } from '../load/large-gallery.ts';

export const baseURL = inject('siteUrl');

/**
 * The fixture of a browser test file: a browser, the host Olive, and helpers to create events and people. Call it at the
 * top of a file. Contexts opened in a test are closed after it; those opened in `beforeAll` stay open.
 * @param name name of all its events
 */
export function newTestBed(name: string) {
  let browser: Browser;
  let olive: SignedIn;
  const contexts: BrowserContext[] = [];
  beforeAll(async () => {
    [browser, olive] = await Promise.all([sharedBrowser(), newUser(baseURL, 'Olive')]);
  });
  beforeEach(() => {
    contexts.length = 0;
  });
  afterEach(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()));
  });
  afterAll(async () => {
    await closeContexts(browser);
  });

  const testBed = {
    get olive(): SignedIn {
      return olive;
    },

    /** Creates a public event of Olive's. @returns its id */
    async newEvent(fields: object = {}): Promise<string> {
      return (await olive.post('/api/events', { name, privacy: 'public', ...fields })).json.id;
    },

    /** Uploads photos in order and waits until they are processed, so that the last is the newest. @returns their ids */
    async add(
      eventId: string,
      seeds: readonly number[],
      identity: SignedIn | Guest = olive,
    ): Promise<string[]> {
      const ids: string[] = [];
      for (const seed of seeds) {
        const { id } = await upload(identity, eventId, await jpegFile(seed));
        ids.push(id);
      }
      for (const id of ids) await waitUntilProcessed(identity, eventId, id);
      return ids;
    },

    /**
     * Puts photos of Olive's into an event without uploading them: each is approved and has one small picture.
     * @returns their ids, the oldest first
     */
    fill(eventId: string, count: number): Promise<string[]> {
      const { userId } = olive;
      return fillGallery(inject('environment'), { eventId, userId, count, files: 'tiny' });
    },

    /**
     * A browser of a user who signed in elsewhere, of a guest called Grace, or of an anonymous visitor. It prefers reduced
     * motion, because what moves is drawn anew all the time.
     */
    async newPerson(identity?: SignedIn | Guest, viewport: typeof PHONE = DESKTOP): Promise<Person> {
      const person = await openAs(browser, { viewport, baseURL, reducedMotion: 'reduce' }, identity);
      contexts.push(person.context);
      return person;
    },

    /** Opens a page as such a person, and waits until the app has replaced the server-rendered first screen. */
    async open(path: string, identity?: SignedIn | Guest, viewport?: typeof PHONE): Promise<Page> {
      const { page } = await testBed.newPerson(identity, viewport);
      await page.goto(path);
      await page.locator('[data-unmeasured]').waitFor({ state: 'detached' });
      return page;
    },
  };
  return testBed;
}
