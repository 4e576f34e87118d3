import { type BlobFiles, openBlobFiles } from './blob-files.ts';
import { type MetadataDatabase, openMetadataDatabase } from './metadata-database.ts';
import type { ObjectCreated } from './object-created.ts';
import { type ObjectStore, createObjectStore } from './object-store.ts';
import { type UploadRows, uploadRows } from './upload-rows.ts';

export type StoreResources = {
  metadataDatabase: MetadataDatabase;
  files: BlobFiles;
  objects: ObjectStore;
  uploads: UploadRows;
  now: () => Date;
};

type Opening = { dataDir: string; now: () => Date; announce: (event: ObjectCreated) => void };

/** Opens the store in a folder, and removes what a killed process left half-done there. */
export async function openStore({ dataDir, now, announce }: Opening): Promise<StoreResources> {
  const metadataDatabase = openMetadataDatabase(dataDir);
  try {
    const files = await openBlobFiles(dataDir);
    await files.sweep(metadataDatabase.isReferenced);
    const objects = createObjectStore({ files, metadataDatabase, now, announce });
    return { metadataDatabase, files, objects, uploads: uploadRows(metadataDatabase), now };
  } catch (error) {
    metadataDatabase.close();
    throw error;
  }
}
