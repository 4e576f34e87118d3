import type { Page } from 'playwright-core';

type StoredJob = { readonly name: string; readonly stage: 'new' | 'sent' | 'saved' };

/** A script that reads one object store of the uploads database, without creating the database if it does not exist. */
const readScript = (store: 'jobs' | 'files', read: string) => `new Promise((resolve) => {
  const opening = indexedDB.open('uploads');
  opening.onupgradeneeded = () => opening.transaction.abort();
  opening.onerror = () => resolve([]);
  opening.onsuccess = () => {
    const request = opening.result.transaction('${store}').objectStore('${store}').${read}();
    request.onsuccess = () => {
      opening.result.close();
      resolve(request.result);
    };
  };
})`;

/** The upload jobs in the browser's database. */
export async function storedJobs(page: Page): Promise<StoredJob[]> {
  return (await page.evaluate<{ job: StoredJob }[]>(readScript('jobs', 'getAll'))).map(({ job }) => job);
}

/** The number of files in the browser's database. */
export async function storedFiles(page: Page): Promise<number> {
  return (await page.evaluate<string[]>(readScript('files', 'getAllKeys'))).length;
}
