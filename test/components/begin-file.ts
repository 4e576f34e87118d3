import { onlineManager } from '@tanstack/react-query';
import { openDB } from 'idb';
import { afterEach, beforeEach, vi } from 'vitest';
import { cleanup } from 'vitest-browser-react';
import { writeGuest } from '../../web/src/lib/guest-credentials.ts';
import { toastStore } from '../../web/src/ui/toast-store.ts';
import { beginPage } from './begin-page.ts';
import { expectAllAnswered } from './fake-api.ts';

// Files that run one after the other share a window, its modules and its storage: each begins with nothing shown and
// nothing stored.

await cleanup();
vi.restoreAllMocks();
toastStore.dismiss();
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

// Shared modules register their hooks for the first file alone.
beforeEach(cleanup);
afterEach(() => {
  vi.unstubAllGlobals();
  expectAllAnswered();
});
