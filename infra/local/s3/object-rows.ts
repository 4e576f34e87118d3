import * as z from 'zod/mini';
import type { MetadataDatabase } from './metadata-database.ts';
import { checksum } from './checksums.ts';

export type ObjectName = { bucket: string; key: string };

/** What a sender says of an object, kept and given back: `content-type`, `cache-control` …, and `x-amz-meta-*`. */
export const description = z.object({
  headers: z.record(z.string(), z.string()),
  metadata: z.record(z.string(), z.string()),
  checksum: z.optional(checksum),
});
export type Description = z.infer<typeof description>;

/** A stored object. `eTag` is without its quotes. */
export type ObjectRow = ObjectName &
  Description & { blobId: string; sizeBytes: number; eTag: string; modifiedMs: number };

const stored = z.object({
  bucket: z.string(),
  key: z.instanceof(Uint8Array),
  blob_id: z.string(),
  size_bytes: z.number(),
  etag: z.string(),
  modified_ms: z.number(),
  description: z.string(),
});

/** Keys from `from` on, and below `before` where it is given; both in UTF-8 bytes. */
export type KeySpan = { bucket: string; from: Uint8Array; before?: Uint8Array };

export type ObjectRows = {
  find(name: ObjectName): ObjectRow | undefined;
  /** The first object of a span, in the order of keys. */
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
    save({ bucket, key, blobId, sizeBytes, eTag, modifiedMs, ...rest }) {
      const text = JSON.stringify(description.parse(rest));
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
