import * as z from 'zod/mini';
import type { MetadataDatabase } from './metadata-database.ts';
import type { ObjectName, ObjectRow } from './object-rows.ts';

/** A version that is not the object any more, or a delete marker, which has no `object`. */
export type OldVersion = ObjectName & {
  versionId: string;
  modifiedMs: number;
  /** Since when it is not the latest; undefined for a delete marker that is. */
  noncurrentMs: number | undefined;
  object: ObjectRow | undefined;
};

const stored = z.object({
  bucket: z.string(),
  key: z.instanceof(Uint8Array),
  version_id: z.string(),
  modified_ms: z.number(),
  noncurrent_ms: z.nullable(z.number()),
  stored: z.nullable(z.string()),
});

/** What S3 calls the version of an object from before the bucket kept versions. */
export const NULL_VERSION = 'null';

export type OldVersions = {
  /** Newest first. */
  of(name: ObjectName): OldVersion[];
  find(version: ObjectName & { versionId: string }): OldVersion | undefined;
  /** The first key from `from` on that has any. */
  firstKey(span: { bucket: string; from: Uint8Array }): Uint8Array | undefined;
  /** What has not been the latest version since that time; and delete markers of that age that are. */
  noncurrentBy(bucket: string, ms: number): OldVersion[];
  latestMarkersBy(bucket: string, ms: number): OldVersion[];
  /** Keeps what has been the object until now; its delete marker, if there is one, is the latest no more. */
  keep(row: ObjectRow, nowMs: number): void;
  addMarker(name: ObjectName & { versionId: string }, nowMs: number): void;
  /** A new object takes the place of a delete marker. */
  displaceMarker(name: ObjectName, nowMs: number): void;
  remove(version: ObjectName & { versionId: string }): void;
};

/** All but the latest versions of objects, and delete markers, in the order in which they ceased to be the object. */
export function oldVersions({ database }: MetadataDatabase): OldVersions {
  const at = 'FROM old_versions WHERE bucket = ? AND key = ?';
  const of = database.prepare(`SELECT * ${at} ORDER BY number DESC`);
  const find = database.prepare(`SELECT * ${at} AND version_id = ?`);
  const remove = database.prepare(`DELETE ${at} AND version_id = ?`);
  const displace = database.prepare(
    'UPDATE old_versions SET noncurrent_ms = ? WHERE bucket = ? AND key = ? AND noncurrent_ms IS NULL',
  );
  const firstKey = database.prepare(
    'SELECT key FROM old_versions WHERE bucket = ? AND key >= ? ORDER BY key LIMIT 1',
  );
  const noncurrentBy = database.prepare('SELECT * FROM old_versions WHERE bucket = ? AND noncurrent_ms <= ?');
  const markersBy = database.prepare(
    'SELECT * FROM old_versions WHERE bucket = ? AND noncurrent_ms IS NULL AND modified_ms <= ?',
  );
  const insert = database.prepare(
    `INSERT INTO old_versions (bucket, key, version_id, modified_ms, noncurrent_ms, stored, blob_id)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  return {
    of: ({ bucket, key }) => of.all(bucket, Buffer.from(key)).map(readVersion),
    find({ bucket, key, versionId }) {
      const raw = find.get(bucket, Buffer.from(key), versionId);
      return raw && readVersion(raw);
    },
    firstKey({ bucket, from }) {
      const raw = firstKey.get(bucket, from);
      return raw && z.instanceof(Uint8Array).parse(raw['key']);
    },
    noncurrentBy: (bucket, ms) => noncurrentBy.all(bucket, ms).map(readVersion),
    latestMarkersBy: (bucket, ms) => markersBy.all(bucket, ms).map(readVersion),
    keep(row, nowMs) {
      const { bucket, key, versionId = NULL_VERSION, modifiedMs, blobId } = row;
      insert.run(bucket, Buffer.from(key), versionId, modifiedMs, nowMs, JSON.stringify(row), blobId);
    },
    addMarker: ({ bucket, key, versionId }, nowMs) =>
      void insert.run(bucket, Buffer.from(key), versionId, nowMs, null, null, null),
    displaceMarker: ({ bucket, key }, nowMs) => void displace.run(nowMs, bucket, Buffer.from(key)),
    remove: ({ bucket, key, versionId }) => void remove.run(bucket, Buffer.from(key), versionId),
  };
}

function readVersion(raw: unknown): OldVersion {
  const row = stored.parse(raw);
  return {
    bucket: row.bucket,
    key: Buffer.from(row.key).toString(),
    versionId: row.version_id,
    modifiedMs: row.modified_ms,
    noncurrentMs: row.noncurrent_ms ?? undefined,
    object: row.stored === null ? undefined : (JSON.parse(row.stored) as ObjectRow),
  };
}
