import type { FileHandle } from 'node:fs/promises';
import type { BlobFiles } from './blob-files.ts';
import { preconditionFailed } from './conditions.ts';
import type { MetadataDatabase } from './metadata-database.ts';
import type { Announce, CreatedEventName } from './object-created.ts';
import { type ObjectName, type ObjectRow, type ObjectRows, objectRows } from './object-rows.ts';
import { type Deletion, findVersion, objectVersions } from './object-versions.ts';
import { type OldVersions, oldVersions } from './old-versions.ts';
import type { UndeliveredEvents } from './undelivered-events.ts';

type Stored = {
  files: BlobFiles;
  metadataDatabase: MetadataDatabase;
  now: () => Date;
  undelivered: UndeliveredEvents;
  announce: Announce;
  /** Whether what is replaced or deleted is kept as an old version. */
  keepsVersions: boolean;
};

type Commit = {
  row: Omit<ObjectRow, 'modifiedMs' | 'versionId'>;
  /** Refuses if the object already exists. */
  ifAbsent?: boolean;
  eventName: CreatedEventName;
  /** What else must hold or change in the same transaction. */
  along?: () => void;
};

export type OpenObject = { row: ObjectRow; handle: FileHandle };

export type ObjectStore = {
  rows: ObjectRows;
  old: OldVersions;
  /**
   * The object, or one of its versions, as it is now, whatever happens to its key afterwards. The caller closes the
   * handle.
   */
  open(name: ObjectName & { versionId?: string | undefined }): Promise<OpenObject | undefined>;
  /**
   * Makes a durable blob an object, then announces it.
   * @throws S3Error if the condition fails; the blob is then removed
   */
  commit(commit: Commit): Promise<ObjectRow>;
  /** Deletes an object, or one version of it for good. */
  remove(name: ObjectName & { versionId?: string | undefined }): Promise<Deletion>;
  /** Removes those of the blobs that nothing refers to any more. */
  discard(blobIds: readonly string[]): Promise<void>;
};

/** Objects by key, over blobs and their metadata. Each change is one transaction. */
export function createObjectStore(stored: Stored): ObjectStore {
  const { files, metadataDatabase, now, undelivered, announce, keepsVersions } = stored;
  const [rows, old] = [objectRows(metadataDatabase), oldVersions(metadataDatabase)];
  const versions = objectVersions({ rows, old, keepsVersions, now });

  async function discard(blobIds: readonly string[]): Promise<void> {
    // A blob without references never gets one again: copies check for one in their transaction.
    const unused = blobIds.filter((blobId) => !metadataDatabase.isReferenced(blobId));
    await Promise.all(unused.map((blobId) => files.remove(blobId)));
  }

  async function open({ versionId, ...name }: Parameters<ObjectStore['open']>[0]) {
    const find = () =>
      versionId === undefined ? rows.find(name) : findVersion({ rows, old }, { ...name, versionId });
    for (;;) {
      const row = find();
      if (!row) return undefined;
      const handle = await files.open(row.blobId);
      if (handle) return { row, handle };
      // Gone between the two steps: replaced or deleted, so look again. If the row still names it, the store
      // is damaged.
      if (find()?.blobId === row.blobId) throw new Error(`The file of blob ${row.blobId} is missing.`);
    }
  }

  async function commit({ row, ifAbsent = false, eventName, along }: Commit): Promise<ObjectRow> {
    const modifiedMs = now().getTime();
    const { bucket, key, sizeBytes, eTag } = row;
    try {
      const done = metadataDatabase.transaction(() => {
        const previous = rows.find(row);
        if (ifAbsent && previous) throw preconditionFailed('If-None-Match');
        along?.();
        const { versionId, unused } = versions.replace(previous, { bucket, key });
        const saved: ObjectRow = { ...row, modifiedMs, ...(versionId !== undefined && { versionId }) };
        rows.save(saved);
        const event = { bucket, key, versionId, sizeBytes, eTag, eventName, time: new Date(modifiedMs) };
        return { saved, unused, event, forget: undelivered.add(event) };
      });
      announce(done.event, done.forget);
      await discard(done.unused);
      return done.saved;
    } catch (error) {
      await discard([row.blobId]);
      throw error;
    }
  }

  async function remove({ versionId, ...name }: Parameters<ObjectStore['remove']>[0]): Promise<Deletion> {
    const { deletion, unused } = metadataDatabase.transaction(() =>
      versionId === undefined ? versions.remove(name) : versions.removeVersion(name, versionId),
    );
    await discard(unused);
    return deletion;
  }

  return { rows, old, open, commit, remove, discard };
}
