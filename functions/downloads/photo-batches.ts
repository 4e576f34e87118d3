import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import * as z from 'zod/mini';
import { s3Client } from '../aws/clients.ts';
import { mapConcurrent } from '../aws/map-concurrent.ts';
import { mediaBucket } from '../aws/settings.ts';
import { isNotFound } from '../storage/is-not-found.ts';
import { archiveBatchKey, archivePhotosKey } from '../storage/object-keys.ts';
import type { Archive } from './archive.ts';
import type { MadePhotos } from './archive-entries.ts';

/** How many photos one message makes: about ten seconds of work. */
export const BATCH_PHOTOS = 16;
const READS_AT_ONCE = 16;

/** An archive's photos, as they are listed for being made. */
type Listed = Pick<Archive, 'id' | 'eventId'> & { readonly listId: string };

const photosFile = z.array(z.string());

/** Notes which photos are to be made. */
export const putPhotos = (listed: Listed, mediaIds: readonly string[]): Promise<void> =>
  put(archivePhotosKey(listed, listed.listId), mediaIds);

/** The photos of one batch, by id; none if the list is gone. */
export async function getBatchPhotos(listed: Listed, batch: number): Promise<string[]> {
  const ids = photosFile.parse((await read(archivePhotosKey(listed, listed.listId))) ?? []);
  const start = batch * BATCH_PHOTOS;
  return ids.slice(start, start + BATCH_PHOTOS);
}

/** What became of a batch: its photos by key, with length and checksum, and the items of which none could be made. */
const batchFile = z.object({
  photos: z.array(z.tuple([z.string(), z.int(), z.int()])),
  // An earlier release does not say.
  unmade: z._default(z.array(z.string()), []),
});
export type MadeBatch = z.output<typeof batchFile>;

export const putMadeBatch = (listed: Listed, batch: number, made: MadeBatch): Promise<void> =>
  put(archiveBatchKey(listed, listed.listId, batch), made);

/** What became of all batches. One whose note is gone counts as empty. */
export async function getMadePhotos({ id, eventId, making }: Archive): Promise<MadePhotos> {
  const sums = new Map<string, { sizeBytes: number; crc32: number }>();
  const unmade = new Set<string>();
  const { listId = '', batchCount = 0 } = making ?? {};
  await mapConcurrent(Array(batchCount).keys(), READS_AT_ONCE, async (batch) => {
    const found = await read(archiveBatchKey({ id, eventId }, listId, batch));
    if (found === undefined) return;
    const made = batchFile.parse(found);
    for (const [key, sizeBytes, crc32] of made.photos) sums.set(key, { sizeBytes, crc32 });
    for (const mediaId of made.unmade) unmade.add(mediaId);
  });
  return { sums, unmade };
}

async function put(key: string, content: unknown): Promise<void> {
  await s3Client().send(
    new PutObjectCommand({
      Bucket: mediaBucket(),
      Key: key,
      Body: JSON.stringify(content),
      ContentType: 'application/json',
    }),
  );
}

async function read(key: string): Promise<unknown> {
  try {
    const { Body } = await s3Client().send(new GetObjectCommand({ Bucket: mediaBucket(), Key: key }));
    const bytes = (await Body?.transformToByteArray()) ?? new Uint8Array();
    return JSON.parse(Buffer.from(bytes).toString());
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}
