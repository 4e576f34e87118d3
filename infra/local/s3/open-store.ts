import { type BlobFiles, openBlobFiles } from './blob-files.ts';
import { type MetadataDatabase, openMetadataDatabase } from './metadata-database.ts';
import type { Announce } from './object-created.ts';
import { type ObjectStore, createObjectStore } from './object-store.ts';
import { type UndeliveredEvents, undeliveredEvents } from './undelivered-events.ts';
import { type UploadRows, uploadRows } from './upload-rows.ts';

export type StoreResources = {
  metadataDatabase: MetadataDatabase;
  files: BlobFiles;
  objects: ObjectStore;
  uploads: UploadRows;
  undelivered: UndeliveredEvents;
  now: () => Date;
};

type Opening = {
  dataDir: string;
  now: () => Date;
  announce: Announce;
  /** Whose events must be delivered, even by a later process. */
  isKept: (key: string) => boolean;
  keepsVersions: boolean;
};

/** Opens the store in a folder, and removes what a killed process left half-done there. */
export async function openStore(opening: Opening): Promise<StoreResources> {
  const { dataDir, now, announce, isKept, keepsVersions } = opening;
  const metadataDatabase = openMetadataDatabase(dataDir);
  try {
    const files = await openBlobFiles(dataDir);
    await files.sweep(metadataDatabase.isReferenced);
    const undelivered = undeliveredEvents(metadataDatabase, isKept);
    const objects = createObjectStore({
      files,
      metadataDatabase,
      now,
      undelivered,
      announce,
      keepsVersions,
    });
    return { metadataDatabase, files, objects, uploads: uploadRows(metadataDatabase), undelivered, now };
  } catch (error) {
    metadataDatabase.close();
    throw error;
  }
}
