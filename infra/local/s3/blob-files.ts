import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

/**
 * The bytes of objects and parts, one file each. A blob never changes. Only the metadata database knows which
 * key it belongs to, so that no key, however hostile, ever becomes a file name.
 */
export type BlobFiles = {
  /** Writes a blob durably; resolves to its id. If the source fails, nothing is left. */
  write(chunks: AsyncIterable<Uint8Array>): Promise<string>;
  /** Opens a blob for reading; undefined if it is gone. The caller closes the handle. */
  open(blobId: string): Promise<FileHandle | undefined>;
  remove(blobId: string): Promise<void>;
  /** Removes what a killed process left behind: half-written files, and blobs that nothing refers to. */
  sweep(isReferenced: (blobId: string) => boolean): Promise<void>;
};

/** Opens the folder of blobs under `dataDir`, and creates it if needed. */
export async function openBlobFiles(dataDir: string): Promise<BlobFiles> {
  const incoming = join(dataDir, 'incoming');
  const blobs = join(dataDir, 'blobs');
  const folderOf = (blobId: string) => join(blobs, blobId.slice(0, 2));
  const pathOf = (blobId: string) => join(folderOf(blobId), blobId);
  await Promise.all([mkdir(incoming, { recursive: true }), mkdir(blobs, { recursive: true })]);

  return {
    async write(chunks) {
      const blobId = randomUUID();
      const temporary = join(incoming, blobId);
      // Opened first: a source that fails at once would otherwise be cleaned up after before the file is there.
      const file = await open(temporary, 'wx');
      try {
        await pipeline(chunks, file.createWriteStream({ flush: true }));
        await mkdir(folderOf(blobId), { recursive: true });
        await rename(temporary, pathOf(blobId));
        await syncFolder(folderOf(blobId));
        return blobId;
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
    },
    async open(blobId) {
      try {
        return await open(pathOf(blobId));
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
    remove: (blobId) => rm(pathOf(blobId), { force: true }),
    async sweep(isReferenced) {
      await rm(incoming, { recursive: true, force: true });
      await mkdir(incoming);
      for (const folder of await readdir(blobs)) {
        const orphans = (await readdir(join(blobs, folder))).filter((blobId) => !isReferenced(blobId));
        await Promise.all(orphans.map((blobId) => rm(pathOf(blobId), { force: true })));
      }
    },
  };
}

/** A rename is durable only once its folder is synced. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
