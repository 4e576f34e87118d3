import { deleteDB } from 'idb';

// Files that run one after the other share a browser's storage; each begins with none.
localStorage.clear();
sessionStorage.clear();
for (const { name } of await indexedDB.databases()) if (name) await deleteDB(name);
