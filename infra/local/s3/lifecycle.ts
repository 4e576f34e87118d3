import { followingPrefix, justAfter } from './key-order.ts';
import { dropUpload } from './multipart-upload.ts';
import type { ObjectStore } from './object-store.ts';
import type { UploadRows } from './upload-rows.ts';

/** What expires by itself, by key prefix. */
export type LifecycleRule = {
  bucket: string;
  prefix: string;
  /** Days after which an object is deleted; where the bucket keeps versions, that sets a delete marker. */
  expireAfterDays?: number;
  /** Days after which a version that is not the latest any more is removed. */
  removeOldVersionsAfterDays?: number;
  /** Removes delete markers that hide nothing any more. A rule with `expireAfterDays` does so after these days. */
  removesLoneMarkers?: true;
  /** Days after which an unfinished multipart upload is removed. */
  abortUploadsAfterDays?: number;
};

type Aged = { rules: readonly LifecycleRule[]; objects: ObjectStore; uploads: UploadRows; now: Date };

const DAY_MS = 24 * 60 * 60 * 1000;

/** Applies the rules once, without S3's wait for the next midnight (UTC) after the days have passed. */
export async function applyRules({ rules, now, ...stored }: Aged): Promise<void> {
  for (const rule of rules) {
    const { expireAfterDays, removeOldVersionsAfterDays, abortUploadsAfterDays } = rule;
    const aged = (days: number): Span => ({ ...rule, beforeMs: now.getTime() - days * DAY_MS });
    if (expireAfterDays !== undefined) await expire(stored.objects, aged(expireAfterDays));
    if (removeOldVersionsAfterDays !== undefined)
      await removeOldVersions(stored.objects, aged(removeOldVersionsAfterDays));
    const markerDays = rule.removesLoneMarkers ? 0 : expireAfterDays;
    if (markerDays !== undefined) await removeLoneMarkers(stored.objects, aged(markerDays));
    if (abortUploadsAfterDays !== undefined) await abort(stored, aged(abortUploadsAfterDays));
  }
}

type Span = { bucket: string; prefix: string; beforeMs: number };

async function expire(objects: ObjectStore, { bucket, prefix, beforeMs }: Span): Promise<void> {
  const before = followingPrefix(Buffer.from(prefix));
  const next = (from: Uint8Array) => objects.rows.first({ bucket, from, ...(before ? { before } : {}) });
  for (let row = next(Buffer.from(prefix)); row; row = next(justAfter(row.key))) {
    if (row.modifiedMs <= beforeMs) await objects.remove({ bucket, key: row.key });
  }
}

async function removeOldVersions(objects: ObjectStore, { bucket, prefix, beforeMs }: Span): Promise<void> {
  const old = objects.old.noncurrentBy(bucket, beforeMs).filter(({ key }) => key.startsWith(prefix));
  for (const version of old) await objects.remove(version);
}

async function removeLoneMarkers(objects: ObjectStore, { bucket, prefix, beforeMs }: Span): Promise<void> {
  const markers = objects.old.latestMarkersBy(bucket, beforeMs).filter(({ key }) => key.startsWith(prefix));
  for (const marker of markers) if (objects.old.of(marker).length === 1) await objects.remove(marker);
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
