import type { FileHandle } from 'node:fs/promises';
import type { BlobFiles } from './blob-files.ts';
import { preconditionFailed } from './conditions.ts';
import type { MetadataDatabase } from './metadata-database.ts';
import type { Announce, CreatedEventName } from './object-created.ts';
import { type ObjectName, type ObjectRow, type ObjectRows, objectRows } from './object-rows.ts';
import type { UndeliveredEvents } from './undelivered-events.ts';

type Stored = {
  files: BlobFiles;
  metadataDatabase: MetadataDatabase;
  now: () => Date;
  undelivered: UndeliveredEvents;
  announce: Announce;
};

type Commit = {
  row: Omit<ObjectRow, 'modifiedMs'>;
  /** Refuses if the object already exists. */
  ifAbsent?: boolean;
  eventName: CreatedEventName;
  /** What else must hold or change in the same transaction. */
  along?: () => void;
};

export type OpenObject = { row: ObjectRow; handle: FileHandle };

export type ObjectStore = {
  rows: ObjectRows;
  /** The object as it is now, whatever happens to its key afterwards. The caller closes the handle. */
  open(name: ObjectName): Promise<OpenObject | undefined>;
  /**
   * Makes a durable blob an object, then announces it.
   * @throws S3Error if the condition fails; the blob is then removed
   */
  commit(commit: Commit): Promise<ObjectRow>;
  remove(name: ObjectName): Promise<void>;
  /** Removes those of the blobs that nothing refers to any more. */
  discard(blobIds: readonly string[]): Promise<void>;
};

/** Objects by key, over blobs and their metadata. Each change is one transaction. */
export function createObjectStore(stored: Stored): ObjectStore {
  const { files, metadataDatabase, now, undelivered, announce } = stored;
  const rows = objectRows(metadataDatabase);

  async function discard(blobIds: readonly string[]): Promise<void> {
    // A blob without references never gets one again: copies check for one in their transaction.
    const unused = blobIds.filter((blobId) => !metadataDatabase.isReferenced(blobId));
    await Promise.all(unused.map((blobId) => files.remove(blobId)));
  }

  async function open(name: ObjectName): Promise<OpenObject | undefined> {
    for (;;) {
      const row = rows.find(name);
      if (!row) return undefined;
      const handle = await files.open(row.blobId);
      if (handle) return { row, handle };
      // Gone between the two steps: replaced or deleted, so look again. If the row still names it, the store
      // is damaged.
      if (rows.find(name)?.blobId === row.blobId)
        throw new Error(`The file of blob ${row.blobId} is missing.`);
    }
  }

  async function commit({ row, ifAbsent = false, eventName, along }: Commit): Promise<ObjectRow> {
    const saved: ObjectRow = { ...row, modifiedMs: now().getTime() };
    const { bucket, key, sizeBytes, eTag, modifiedMs } = saved;
    const event = { bucket, key, sizeBytes, eTag, eventName, time: new Date(modifiedMs) };
    let forget: () => void;
    let previous: ObjectRow | undefined;
    try {
      forget = metadataDatabase.transaction(() => {
        previous = rows.find(row);
        if (ifAbsent && previous) throw preconditionFailed('If-None-Match');
        along?.();
        rows.save(saved);
        return undelivered.add(event);
      });
    } catch (error) {
      await discard([row.blobId]);
      throw error;
    }
    announce(event, forget);
    if (previous) await discard([previous.blobId]);
    return saved;
  }

  async function remove(name: ObjectName): Promise<void> {
    const previous = metadataDatabase.transaction(() => {
      const found = rows.find(name);
      rows.remove(name);
      return found;
    });
    if (previous) await discard([previous.blobId]);
  }

  return { rows, open, commit, remove, discard };
}
