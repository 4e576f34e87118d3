import { type DBSchema, type IDBPDatabase, openDB } from 'idb';

/** Some browsers never settle an open request, and selecting files must not wait for them. */
const TIMEOUT_MS = 5000;

/**
 * A lazily opened connection to a database, reopened after it was lost: phones close connections of background pages,
 * and a failure to open may be temporary. Rejects if there is no storage, or after a timeout; a connection that opens
 * late is still used.
 */
export function databaseConnection<Schema extends DBSchema>(
  name: string,
  upgrade: (db: IDBPDatabase<Schema>) => void,
): () => Promise<IDBPDatabase<Schema>> {
  let opening: Promise<IDBPDatabase<Schema>> | undefined;
  let isOpen = false;
  let timeoutMs = TIMEOUT_MS;
  const reset = () => {
    opening = undefined;
    isOpen = false;
  };
  const open = async () => {
    try {
      const db = await openDB<Schema>(name, 1, { upgrade, terminated: reset });
      isOpen = true;
      timeoutMs = TIMEOUT_MS;
      return db;
    } catch (error) {
      reset();
      throw error;
    }
  };
  const rejectAfterTimeout = async () => {
    const pending = opening;
    await new Promise((resolve) => setTimeout(resolve, timeoutMs));
    // It hangs: later calls need not wait that long again.
    if (opening === pending && !isOpen) timeoutMs = 0;
    throw new Error('The database did not open in time.');
  };
  return () => {
    opening ??= open();
    return isOpen ? opening : Promise.race([opening, rejectAfterTimeout()]);
  };
}
