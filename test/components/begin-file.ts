import { onlineManager } from '@tanstack/react-query';
import { openDB } from 'idb';
import { afterEach, beforeEach, vi } from 'vitest';
import { cleanup } from 'vitest-browser-react';
import { page } from 'vitest/browser';
import { setCallingPage } from '../../web/src/lib/call.ts';
import { writeGuest } from '../../web/src/lib/guest-credentials.ts';
import { browserReport } from '../../web/src/lib/note-problem.ts';
import { toastStore } from '../../web/src/ui/toast-store.ts';
import { beginPage } from './begin-page.ts';
import { expectAllAnswered } from './fake-api.ts';
import { endPages } from './page-cache.ts';

// Files that run one after the other share a window, its modules and its storage: each begins with nothing shown and
// nothing stored.

await cleanup();
vi.useRealTimers();
vi.restoreAllMocks();
toastStore.dismiss();
browserReport.flush(() => true);
setCallingPage(undefined);
writeGuest(null);
localStorage.clear();
sessionStorage.clear();
for (const { name } of await indexedDB.databases()) {
  // What is open cannot be deleted.
  const database = await openDB(name ?? '');
  await Promise.all([...database.objectStoreNames].map((store) => database.clear(store)));
  database.close();
}
beginPage();
// It hears only of changes.
onlineManager.setOnline(true);
scrollTo({ top: 0, behavior: 'instant' });
if (innerWidth !== 1280 || innerHeight !== 800) await page.viewport(1280, 800);

// Shared modules register their hooks for the first file alone.
beforeEach(cleanup);
afterEach(() => {
  endPages();
  vi.unstubAllGlobals();
  expectAllAnswered();
});
