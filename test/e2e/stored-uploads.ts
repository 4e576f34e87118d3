import type { Page } from 'playwright-core';

type KeptJob = { readonly name: string; readonly stage: 'new' | 'sent' | 'saved' };

/** Reads one store of what a browser keeps of uploads. Before the page has made the database there is nothing, and it stays so. */
const reading = (store: 'jobs' | 'files', read: string) => `new Promise((resolve) => {
  const opening = indexedDB.open('uploads');
  opening.onupgradeneeded = () => opening.transaction.abort();
  opening.onerror = () => resolve([]);
  opening.onsuccess = () => {
    const asked = opening.result.transaction('${store}').objectStore('${store}').${read}();
    asked.onsuccess = () => {
      opening.result.close();
      resolve(asked.result);
    };
  };
})`;

/** The uploads that the browser remembers as unfinished. */
export async function storedJobs(page: Page): Promise<KeptJob[]> {
  return (await page.evaluate<{ job: KeptJob }[]>(reading('jobs', 'getAll'))).map(({ job }) => job);
}

/** How many files the browser keeps to send them later. */
export async function storedFiles(page: Page): Promise<number> {
  return (await page.evaluate<string[]>(reading('files', 'getAllKeys'))).length;
}
