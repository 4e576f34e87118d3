import type { Page } from 'playwright-core';

type KeptJob = { readonly name: string; readonly stage: 'new' | 'sent' | 'saved' };

/** A script that reads one object store of the uploads database, without creating the database if it does not exist. */
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

/** The upload jobs in the browser's database. */
export async function storedJobs(page: Page): Promise<KeptJob[]> {
  return (await page.evaluate<{ job: KeptJob }[]>(reading('jobs', 'getAll'))).map(({ job }) => job);
}

/** The number of files in the browser's database. */
export async function storedFiles(page: Page): Promise<number> {
  return (await page.evaluate<string[]>(reading('files', 'getAllKeys'))).length;
}
