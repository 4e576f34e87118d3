import * as z from 'zod/mini';
import type { MetadataDatabase } from './metadata-database.ts';
import { description, type ObjectName } from './object-rows.ts';

/** A multipart upload that is neither completed nor aborted. */
export type UploadRow = ObjectName & { id: string; createdMs: number; headers: Record<string, string> };

/** A part of an upload. `eTag` is without quotes. */
export type PartRow = {
  uploadId: string;
  number: number;
  blobId: string;
  sizeBytes: number;
  eTag: string;
  modifiedMs: number;
};

const storedUpload = z.object({
  id: z.string(),
  bucket: z.string(),
  key: z.instanceof(Uint8Array),
  created_ms: z.number(),
  description: z.string(),
});

const storedPart = z.object({
  upload_id: z.string(),
  number: z.number(),
  blob_id: z.string(),
  size_bytes: z.number(),
  etag: z.string(),
  modified_ms: z.number(),
});

export type UploadRows = {
  find(id: string): UploadRow | undefined;
  /** All uploads begun at or before that time. */
  begunBy(createdMs: number): UploadRow[];
  save(row: UploadRow): void;
  /** Removes an upload with its parts. */
  remove(id: string): void;
  findPart(part: { uploadId: string; number: number }): PartRow | undefined;
  /** Sorted by number. */
  parts(uploadId: string): PartRow[];
  savePart(row: PartRow): void;
};

export function uploadRows({ database }: MetadataDatabase): UploadRows {
  const find = database.prepare('SELECT * FROM uploads WHERE id = ?');
  const begunBy = database.prepare('SELECT * FROM uploads WHERE created_ms <= ?');
  const save = database.prepare('INSERT INTO uploads VALUES (?, ?, ?, ?, ?)');
  const remove = database.prepare('DELETE FROM uploads WHERE id = ?');
  const findPart = database.prepare('SELECT * FROM upload_parts WHERE upload_id = ? AND number = ?');
  const parts = database.prepare('SELECT * FROM upload_parts WHERE upload_id = ? ORDER BY number');
  const savePart = database.prepare('INSERT OR REPLACE INTO upload_parts VALUES (?, ?, ?, ?, ?, ?)');
  return {
    find(id) {
      const raw = find.get(id);
      return raw && readUpload(raw);
    },
    begunBy: (createdMs) => begunBy.all(createdMs).map(readUpload),
    save({ id, bucket, key, createdMs, headers }) {
      save.run(id, bucket, Buffer.from(key), createdMs, JSON.stringify({ headers }));
    },
    remove: (id) => void remove.run(id),
    findPart({ uploadId, number }) {
      const raw = findPart.get(uploadId, number);
      return raw && readPart(raw);
    },
    parts: (uploadId) => parts.all(uploadId).map(readPart),
    savePart({ uploadId, number, blobId, sizeBytes, eTag, modifiedMs }) {
      savePart.run(uploadId, number, blobId, sizeBytes, eTag, modifiedMs);
    },
  };
}

function readUpload(raw: unknown): UploadRow {
  const row = storedUpload.parse(raw);
  return {
    id: row.id,
    bucket: row.bucket,
    key: Buffer.from(row.key).toString(),
    createdMs: row.created_ms,
    ...description.parse(JSON.parse(row.description)),
  };
}

function readPart(raw: unknown): PartRow {
  const row = storedPart.parse(raw);
  return {
    uploadId: row.upload_id,
    number: row.number,
    blobId: row.blob_id,
    sizeBytes: row.size_bytes,
    eTag: row.etag,
    modifiedMs: row.modified_ms,
  };
}
