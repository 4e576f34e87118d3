import { followingPrefix, justAfter } from './key-order.ts';
import { dropUpload } from './multipart-upload.ts';
import type { ObjectStore } from './object-store.ts';
import type { UploadRows } from './upload-rows.ts';

/** What expires by itself, by key prefix. */
export type LifecycleRule = {
  bucket: string;
  prefix: string;
  /** Days after which an object is removed. */
  expireAfterDays?: number;
  /** Days after which an unfinished multipart upload is removed. */
  abortUploadsAfterDays?: number;
};

type Aged = { rules: readonly LifecycleRule[]; objects: ObjectStore; uploads: UploadRows; now: Date };

const DAY_MS = 24 * 60 * 60 * 1000;

/** Applies the rules once, without S3's wait for the next midnight (UTC) after the days have passed. */
export async function applyRules({ rules, now, ...stored }: Aged): Promise<void> {
  for (const { expireAfterDays, abortUploadsAfterDays, ...rule } of rules) {
    const daysAgo = (days: number) => now.getTime() - days * DAY_MS;
    if (expireAfterDays !== undefined) {
      await expire(stored.objects, { ...rule, beforeMs: daysAgo(expireAfterDays) });
    }
    if (abortUploadsAfterDays !== undefined) {
      await abort(stored, { ...rule, beforeMs: daysAgo(abortUploadsAfterDays) });
    }
  }
}

type Span = { bucket: string; prefix: string; beforeMs: number };

async function expire(objects: ObjectStore, { bucket, prefix, beforeMs }: Span): Promise<void> {
  const before = followingPrefix(Buffer.from(prefix));
  const next = (from: Uint8Array) => objects.rows.first({ bucket, from, ...(before ? { before } : {}) });
  for (let row = next(Buffer.from(prefix)); row; row = next(justAfter(row.key))) {
    if (row.modifiedMs <= beforeMs) await objects.remove(row);
  }
}

async function abort(
  stored: Pick<Aged, 'objects' | 'uploads'>,
  { bucket, prefix, beforeMs }: Span,
): Promise<void> {
  const old = stored.uploads
    .begunBy(beforeMs)
    .filter((upload) => upload.bucket === bucket && upload.key.startsWith(prefix));
  for (const { id } of old) await dropUpload(stored, id);
}
