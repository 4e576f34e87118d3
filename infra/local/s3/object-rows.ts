import * as z from 'zod/mini';
import type { MetadataDatabase } from './metadata-database.ts';

export type ObjectName = { bucket: string; key: string };

/**
 * A stored object. `headers` are its upload's `content-type` and `cache-control`; `eTag` has no quotes. What was stored
 * before the bucket kept versions has no `versionId`, which S3 calls `null`.
 */
export type ObjectRow = ObjectName & {
  versionId?: string | undefined;
  headers: Record<string, string>;
  blobId: string;
  sizeBytes: number;
  eTag: string;
  modifiedMs: number;
};

/** The JSON in the column `description`. */
export const description = z.object({
  headers: z.record(z.string(), z.string()),
  versionId: z.optional(z.string()),
});

const stored = z.object({
  bucket: z.string(),
  key: z.instanceof(Uint8Array),
  blob_id: z.string(),
  size_bytes: z.number(),
  etag: z.string(),
  modified_ms: z.number(),
  description: z.string(),
});

/** Keys from `from` and, if given, below `before`; both in UTF-8 bytes. */
export type KeySpan = { bucket: string; from: Uint8Array; before?: Uint8Array };

export type ObjectRows = {
  find(name: ObjectName): ObjectRow | undefined;
  /** The first object of a span, in key order. */
  first(span: KeySpan): ObjectRow | undefined;
  save(row: ObjectRow): void;
  remove(name: ObjectName): void;
};

export function objectRows({ database }: MetadataDatabase): ObjectRows {
  const find = database.prepare('SELECT * FROM objects WHERE bucket = ? AND key = ?');
  const first = database.prepare('SELECT * FROM objects WHERE bucket = ? AND key >= ? ORDER BY key LIMIT 1');
  const firstBefore = database.prepare(
    'SELECT * FROM objects WHERE bucket = ? AND key >= ? AND key < ? ORDER BY key LIMIT 1',
  );
  const save = database.prepare('INSERT OR REPLACE INTO objects VALUES (?, ?, ?, ?, ?, ?, ?)');
  const remove = database.prepare('DELETE FROM objects WHERE bucket = ? AND key = ?');
  return {
    find: ({ bucket, key }) => readRow(find.get(bucket, Buffer.from(key))),
    first: ({ bucket, from, before }) =>
      readRow(before ? firstBefore.get(bucket, from, before) : first.get(bucket, from)),
    save({ bucket, key, blobId, sizeBytes, eTag, modifiedMs, headers, versionId }) {
      const text = JSON.stringify({ headers, versionId });
      save.run(bucket, Buffer.from(key), blobId, sizeBytes, eTag, modifiedMs, text);
    },
    remove: ({ bucket, key }) => void remove.run(bucket, Buffer.from(key)),
  };
}

function readRow(raw: unknown): ObjectRow | undefined {
  if (raw === undefined) return undefined;
  const row = stored.parse(raw);
  return {
    bucket: row.bucket,
    key: Buffer.from(row.key).toString(),
    blobId: row.blob_id,
    sizeBytes: row.size_bytes,
    eTag: row.etag,
    modifiedMs: row.modified_ms,
    ...description.parse(JSON.parse(row.description)),
  };
}
