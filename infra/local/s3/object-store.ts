import type { FileHandle } from 'node:fs/promises';
import type { BlobFiles } from './blob-files.ts';
import { preconditionFailed } from './conditions.ts';
import type { MetadataDatabase } from './metadata-database.ts';
import type { CreatedEventName, ObjectCreated } from './object-created.ts';
import { type ObjectName, type ObjectRow, type ObjectRows, objectRows } from './object-rows.ts';

type Stored = {
  files: BlobFiles;
  metadataDatabase: MetadataDatabase;
  now: () => Date;
  announce: (event: ObjectCreated) => void;
};

type Commit = {
  row: Omit<ObjectRow, 'modifiedMs'>;
  /** Whether it is refused where there is an object already. */
  ifAbsent?: boolean;
  eventName: CreatedEventName;
  /** What else must hold or change in the same instant. */
  along?: () => void;
};

export type OpenObject = { row: ObjectRow; handle: FileHandle };

export type ObjectStore = {
  rows: ObjectRows;
  /** The object and its bytes as they are now, whatever happens to its key afterwards. The caller closes the handle. */
  open(name: ObjectName): Promise<OpenObject | undefined>;
  /** Makes a durable blob an object, then announces it. @throws S3Error where the condition fails; the blob is gone then. */
  commit(commit: Commit): Promise<ObjectRow>;
  remove(name: ObjectName): Promise<void>;
  /** Removes those of the blobs that nothing refers to any more. */
  discard(blobIds: readonly string[]): Promise<void>;
};

/** Objects by key, over blobs and their metadata. A change is one transaction, so it is there wholly or not at all. */
export function createObjectStore({ files, metadataDatabase, now, announce }: Stored): ObjectStore {
  const rows = objectRows(metadataDatabase);

  async function discard(blobIds: readonly string[]): Promise<void> {
    // A blob without a reference never gets one again: copies check for it in their transaction.
    const unused = blobIds.filter((blobId) => !metadataDatabase.isReferenced(blobId));
    await Promise.all(unused.map((blobId) => files.remove(blobId)));
  }

  async function open(name: ObjectName): Promise<OpenObject | undefined> {
    for (;;) {
      const row = rows.find(name);
      if (!row) return undefined;
      const handle = await files.open(row.blobId);
      if (handle) return { row, handle };
      // Gone between the two steps: replaced or deleted, so look again. Still named means damaged.
      if (rows.find(name)?.blobId === row.blobId)
        throw new Error(`The file of blob ${row.blobId} is missing.`);
    }
  }

  async function commit({ row, ifAbsent = false, eventName, along }: Commit): Promise<ObjectRow> {
    const saved: ObjectRow = { ...row, modifiedMs: now().getTime() };
    let previous: ObjectRow | undefined;
    try {
      metadataDatabase.change(() => {
        previous = rows.find(row);
        if (ifAbsent && previous) throw preconditionFailed('If-None-Match');
        along?.();
        rows.save(saved);
      });
    } catch (error) {
      await discard([row.blobId]);
      throw error;
    }
    const { bucket, key, sizeBytes, eTag, modifiedMs } = saved;
    announce({ bucket, key, sizeBytes, eTag, eventName, time: new Date(modifiedMs) });
    if (previous) await discard([previous.blobId]);
    return saved;
  }

  async function remove(name: ObjectName): Promise<void> {
    const previous = metadataDatabase.change(() => {
      const found = rows.find(name);
      rows.remove(name);
      return found;
    });
    if (previous) await discard([previous.blobId]);
  }

  return { rows, open, commit, remove, discard };
}
