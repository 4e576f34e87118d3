import { type DBSchema, type IDBPDatabase, openDB } from 'idb';

/** Some browsers never answer, and choosing files must not wait for them. */
const TIMEOUT_MS = 5000;

/**
 * One connection to a database, opened with its first use and again after it was lost: phones take it from pages in
 * the background, and a failure to open need not last. Rejects where there is no storage, or no answer; one that
 * comes late is taken.
 */
export function databaseConnection<Schema extends DBSchema>(
  name: string,
  upgrade: (db: IDBPDatabase<Schema>) => void,
): () => Promise<IDBPDatabase<Schema>> {
  let opening: Promise<IDBPDatabase<Schema>> | undefined;
  let isOpen = false;
  let timeoutMs = TIMEOUT_MS;
  const forget = () => {
    opening = undefined;
    isOpen = false;
  };
  const open = async () => {
    try {
      const db = await openDB<Schema>(name, 1, { upgrade, terminated: forget });
      isOpen = true;
      timeoutMs = TIMEOUT_MS;
      return db;
    } catch (error) {
      forget();
      throw error;
    }
  };
  const giveUp = async () => {
    const awaited = opening;
    await new Promise((over) => setTimeout(over, timeoutMs));
    // Nobody waits so long twice for one that hangs.
    if (opening === awaited && !isOpen) timeoutMs = 0;
    throw new Error('No answer of the database.');
  };
  return () => {
    opening ??= open();
    return isOpen ? opening : Promise.race([opening, giveUp()]);
  };
}
