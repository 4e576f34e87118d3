import {
  CopyObjectCommand,
  DeleteObjectsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type PutObjectCommandInput,
} from '@aws-sdk/client-s3';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { itemFolder, type FileArea, versionIn } from './object-keys.ts';
import { s3Client } from '../aws/clients.ts';
import { mapConcurrent } from '../aws/map-concurrent.ts';
import { withRetry } from '../aws/retry.ts';
import { mediaBucket } from '../aws/settings.ts';

type Item = { id: string; eventId: string };

/** A finished file: in memory, or on disk if it is large. */
export type RenditionFile = { readonly name: string; readonly mime: string } & (
  | { readonly bytes: Uint8Array }
  | { readonly path: string }
);

/** Browsers may keep a rendition for good: a changed one has another name. */
const CACHE = 'private, max-age=31536000, immutable';

export async function putRendition(folder: string, file: RenditionFile): Promise<void> {
  const put = (content: Pick<PutObjectCommandInput, 'Body' | 'ContentLength'>) =>
    s3Client().send(
      new PutObjectCommand({
        Bucket: mediaBucket(),
        Key: folder + file.name,
        ...content,
        ContentType: file.mime,
        CacheControl: CACHE,
      }),
    );
  if ('bytes' in file) return void (await put({ Body: file.bytes }));
  const ContentLength = (await stat(file.path)).size;
  // Each try reads the file again.
  await withRetry(() => put({ Body: createReadStream(file.path), ContentLength }));
}

/**
 * Copies files to another folder.
 * @throws the first error, once no copy is under way any more: what was copied can then be removed
 */
export async function copyRenditions(
  names: readonly string[],
  folders: { from: string; to: string },
): Promise<void> {
  const Bucket = mediaBucket();
  await mapConcurrent(names, names.length, async (name) => {
    await s3Client().send(
      new CopyObjectCommand({
        Bucket,
        Key: folders.to + name,
        CopySource: `${Bucket}/${folders.from}${name}`,
      }),
    );
  });
}

/** Removes everything that an item ever had in one area. Safe to repeat. */
export const removeRenditions = (media: Item, place: FileArea): Promise<void> =>
  removeFolder(itemFolder(media, place));

/** Removes a folder's files. Safe to repeat. */
export async function removeFolder(folder: string): Promise<void> {
  while ((await removePage(folder)) > 0);
}

/** Removes what an item has in an area in folders earlier than its current one. Safe to repeat. */
export async function removeEarlier(media: Item & { placeVersion: number }, place: FileArea): Promise<void> {
  const earlier = (await listPage(itemFolder(media, place))).filter(
    ({ Key }) => versionIn(Key) < media.placeVersion,
  );
  await removeObjects(earlier);
}

/** Removes files of a folder by name. Safe to repeat. */
export const removeFilesByName = (folder: string, names: readonly string[]): Promise<void> =>
  removeObjects(names.map((name) => ({ Key: folder + name })));

/** Removes up to a thousand objects under a prefix. @returns how many there were */
export async function removePage(prefix: string): Promise<number> {
  const found = await listPage(prefix);
  await removeObjects(found);
  return found.length;
}

/** Up to a thousand objects under a prefix. */
async function listPage(prefix: string): Promise<{ Key: string }[]> {
  const { Contents = [] } = await s3Client().send(
    new ListObjectsV2Command({ Bucket: mediaBucket(), Prefix: prefix }),
  );
  return Contents.flatMap(({ Key }) => (Key === undefined ? [] : [{ Key }]));
}

async function removeObjects(found: { Key: string }[]): Promise<void> {
  if (found.length === 0) return;
  const { Errors = [] } = await s3Client().send(
    new DeleteObjectsCommand({
      Bucket: mediaBucket(),
      Delete: { Objects: found, Quiet: true },
    }),
  );
  if (Errors.length > 0) throw new Error(`Objects could not be removed: ${Errors[0]?.Code}`);
}
