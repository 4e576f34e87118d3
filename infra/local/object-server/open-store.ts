import { type BlobFiles, openBlobFiles } from './blob-files.ts';
import { type Catalogue, openCatalogue } from './catalogue.ts';
import type { ObjectCreated } from './object-created.ts';
import { type ObjectStore, objectStore } from './object-store.ts';
import { type UploadRows, uploadRows } from './upload-rows.ts';

export type Stored = {
  catalogue: Catalogue;
  files: BlobFiles;
  objects: ObjectStore;
  uploads: UploadRows;
  now: () => Date;
};

type Opening = { dataDir: string; now: () => Date; announce: (event: ObjectCreated) => void };

/** Opens all that is stored under a folder, and removes what a killed process left half-done there. */
export async function openStore({ dataDir, now, announce }: Opening): Promise<Stored> {
  const catalogue = openCatalogue(dataDir);
  try {
    const files = await openBlobFiles(dataDir);
    await files.sweep(catalogue.isReferenced);
    const objects = objectStore({ files, catalogue, now, announce });
    return { catalogue, files, objects, uploads: uploadRows(catalogue), now };
  } catch (error) {
    catalogue.close();
    throw error;
  }
}
