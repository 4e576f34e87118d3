import { join } from 'node:path';
import { openSqliteFile, type SqliteFile } from '../files/sqlite-file.ts';

// Keys are stored as their UTF-8 bytes: S3 lists in that order, and SQLite compares blobs byte by byte.
const SCHEMA = `
  CREATE TABLE IF NOT EXISTS objects (
    bucket TEXT NOT NULL, key BLOB NOT NULL, blob_id TEXT NOT NULL, size_bytes INTEGER NOT NULL,
    etag TEXT NOT NULL, modified_ms INTEGER NOT NULL, description TEXT NOT NULL,
    PRIMARY KEY (bucket, key)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS objects_by_blob ON objects (blob_id);
  CREATE TABLE IF NOT EXISTS old_versions (
    number INTEGER PRIMARY KEY AUTOINCREMENT, bucket TEXT NOT NULL, key BLOB NOT NULL, version_id TEXT NOT NULL,
    modified_ms INTEGER NOT NULL, noncurrent_ms INTEGER, stored TEXT, blob_id TEXT
  ) STRICT;
  CREATE UNIQUE INDEX IF NOT EXISTS old_versions_by_key ON old_versions (bucket, key, version_id);
  CREATE INDEX IF NOT EXISTS old_versions_by_blob ON old_versions (blob_id);
  CREATE TABLE IF NOT EXISTS uploads (
    id TEXT PRIMARY KEY, bucket TEXT NOT NULL, key BLOB NOT NULL, created_ms INTEGER NOT NULL,
    description TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS upload_parts (
    upload_id TEXT NOT NULL REFERENCES uploads (id) ON DELETE CASCADE, number INTEGER NOT NULL,
    blob_id TEXT NOT NULL, size_bytes INTEGER NOT NULL, etag TEXT NOT NULL, modified_ms INTEGER NOT NULL,
    PRIMARY KEY (upload_id, number)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS upload_parts_by_blob ON upload_parts (blob_id);
  CREATE TABLE IF NOT EXISTS undelivered_events (number INTEGER PRIMARY KEY AUTOINCREMENT, event TEXT NOT NULL) STRICT;
  DROP TABLE IF EXISTS parts;
`;

const SETUP = `
  PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
  PRAGMA foreign_keys = ON; BEGIN IMMEDIATE; ${SCHEMA} COMMIT
`;

export type MetadataDatabase = SqliteFile & { isReferenced: (blobId: string) => boolean };

/**
 * Opens the index of everything that is stored, locked for this process: a second server on the same folder
 * would take the first one's half-written files for those of a dead process.
 * @throws Error if another process has it open
 */
export function openMetadataDatabase(dataDir: string): MetadataDatabase {
  // The file keeps its first name: folders of earlier versions hold their objects in it.
  const file = openSqliteFile(join(dataDir, 'catalogue.sqlite'), {
    setup: SETUP,
    hint: 'Is another server running on it?',
  });
  const referenced = file.database.prepare(
    ['objects', 'upload_parts', 'old_versions']
      .map((table) => `SELECT 1 FROM ${table} WHERE blob_id = ?1`)
      .join(' UNION ALL '),
  );
  return { ...file, isReferenced: (blobId) => referenced.get(blobId) !== undefined };
}
