import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

const RETENTION_SECONDS = 24 * 60 * 60;

/**
 * Dynoxide 1.2.1 keeps the table's stream in the SQLite table `_stream_records`, forever and without an
 * index: each write and each read of the stream scans all of it (7.9 ms per write after 20,000 writes, 0.5 ms
 * with the index). This adds an index that its own queries can use, and drops records older than the 24 hours
 * that DynamoDB keeps. The last record of a table stays, because the next sequence number is counted from it.
 *
 * Dynoxide must not be running. Returns false if the file has no such table yet; dynoxide creates it at its
 * first start.
 */
export function tuneStreamRecords({
  databaseFile,
  nowSeconds,
}: {
  databaseFile: string;
  nowSeconds: number;
}): boolean {
  if (!existsSync(databaseFile)) return false;
  const database = new DatabaseSync(databaseFile);
  try {
    const known = database.prepare("SELECT 1 FROM sqlite_master WHERE name = '_stream_records'").get();
    if (known === undefined) return false;
    database.exec(
      `CREATE INDEX IF NOT EXISTS gatherlens_stream_order
         ON _stream_records (table_name, CAST(sequence_number AS INTEGER))`,
    );
    database
      .prepare(
        `DELETE FROM _stream_records WHERE created_at < ?
           AND id NOT IN (SELECT MAX(id) FROM _stream_records GROUP BY table_name)`,
      )
      .run(nowSeconds - RETENTION_SECONDS);
    return true;
  } finally {
    database.close();
  }
}
