import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

export type SqliteFile = {
  readonly database: DatabaseSync;
  /** Runs synchronous work in one transaction: atomic, even if the process is killed. May be nested. */
  readonly transaction: <T>(work: () => T) => T;
  readonly close: () => void;
};

/**
 * Opens a SQLite file, and creates it and its folder where they are missing.
 * @param options `setup`: pragmas and tables; `folderMode`: who may use a folder that is created; `hint`: what the
 *   error adds about the likely cause
 * @throws Error if the setup fails, for example because another process has locked the file
 */
export function openSqliteFile(
  file: string,
  options: { setup: string; folderMode?: number; hint?: string },
): SqliteFile {
  mkdirSync(path.dirname(file), { recursive: true, mode: options.folderMode });
  const database = new DatabaseSync(file);
  try {
    database.exec(options.setup);
  } catch (cause) {
    database.close();
    const message = `${file} cannot be opened.`;
    throw new Error(options.hint ? `${message} ${options.hint}` : message, { cause });
  }
  return {
    database,
    transaction(work) {
      if (database.isTransaction) return work();
      database.exec('BEGIN IMMEDIATE');
      try {
        const result = work();
        database.exec('COMMIT');
        return result;
      } catch (error) {
        database.exec('ROLLBACK');
        throw error;
      }
    },
    close: () => database.close(),
  };
}
