import { randomBytes } from 'node:crypto';
import type { ObjectName, ObjectRow, ObjectRows } from './object-rows.ts';
import { NULL_VERSION, type OldVersions } from './old-versions.ts';

/** What a deletion did: which version it removed, or which delete marker it set. */
export type Deletion = { versionId?: string | undefined; isMarker: boolean };

/** What became of an object, and the blobs that it no longer needs. Each runs within a transaction. */
export type ObjectVersions = {
  /** The object that is replaced makes way for a new one. @returns the new one's version, and blobs to discard */
  replace(previous: ObjectRow | undefined, name: ObjectName): { versionId?: string; unused: string[] };
  /** Deletes an object as S3 does: where the bucket keeps versions, behind a delete marker. */
  remove(name: ObjectName): { deletion: Deletion; unused: string[] };
  /** Deletes one version for good. The newest of the others becomes the object, unless it is a delete marker. */
  removeVersion(name: ObjectName, versionId: string): { deletion: Deletion; unused: string[] };
};

type Parts = {
  rows: ObjectRows;
  old: OldVersions;
  keepsVersions: boolean;
  now: () => Date;
};

/** Amazon S3 User Guide, "How S3 Versioning works", and "Deleting object versions from a versioning-enabled bucket". */
export function objectVersions({ rows, old, keepsVersions, now }: Parts): ObjectVersions {
  const nowMs = () => now().getTime();

  function retire(previous: ObjectRow | undefined, name: ObjectName): void {
    if (previous) old.keep(previous, nowMs());
    else old.displaceMarker(name, nowMs());
  }

  return {
    replace(previous, name) {
      if (!keepsVersions) return { unused: previous ? [previous.blobId] : [] };
      retire(previous, name);
      return { versionId: newVersionId(), unused: [] };
    },
    remove(name) {
      const found = rows.find(name);
      rows.remove(name);
      if (!keepsVersions) return { deletion: { isMarker: false }, unused: found ? [found.blobId] : [] };
      retire(found, name);
      const versionId = newVersionId();
      old.addMarker({ ...name, versionId }, nowMs());
      return { deletion: { versionId, isMarker: true }, unused: [] };
    },
    removeVersion(name, versionId) {
      const current = rows.find(name);
      const isCurrent = current !== undefined && (current.versionId ?? NULL_VERSION) === versionId;
      const found = isCurrent ? undefined : old.find({ ...name, versionId });
      if (isCurrent) rows.remove(name);
      else old.remove({ ...name, versionId });
      promote(name);
      const blobId = isCurrent ? current.blobId : found?.object?.blobId;
      const isMarker = found !== undefined && found.object === undefined;
      return { deletion: { versionId, isMarker }, unused: blobId === undefined ? [] : [blobId] };
    },
  };

  function promote(name: ObjectName): void {
    if (rows.find(name)) return;
    const [newest] = old.of(name);
    if (!newest?.object) return;
    old.remove(newest);
    rows.save(newest.object);
  }
}

const newVersionId = (): string => randomBytes(24).toString('base64url');

/** @returns the version with this id, be it the object or an old one; undefined for a delete marker */
export function findVersion(
  { rows, old }: { rows: ObjectRows; old: OldVersions },
  name: ObjectName & { versionId: string },
): ObjectRow | undefined {
  const current = rows.find(name);
  if (current && (current.versionId ?? NULL_VERSION) === name.versionId) return current;
  return old.find(name)?.object;
}
