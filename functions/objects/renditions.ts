import { CreateInvalidationCommand } from '@aws-sdk/client-cloudfront';
import {
  CopyObjectCommand,
  DeleteObjectsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { type Place, renditionFolder } from '../domain/placement.ts';
import { cloudfront, objects } from '../platform/clients.ts';
import { setting } from '../platform/config.ts';

type Item = { id: string; eventId: string };

/** A finished file: in memory, or on disk where it is large. */
export type RenditionFile = { readonly name: string; readonly mime: string } & (
  | { readonly bytes: Uint8Array }
  | { readonly path: string }
);

/** Browsers may keep a rendition for good: a changed one has another name. */
const CACHE = 'private, max-age=31536000, immutable';

export async function putRendition(media: Item, place: Place, file: RenditionFile): Promise<void> {
  const content =
    'bytes' in file
      ? { Body: file.bytes }
      : { Body: createReadStream(file.path), ContentLength: (await stat(file.path)).size };
  await objects().send(
    new PutObjectCommand({
      Bucket: setting('MEDIA_BUCKET'),
      Key: renditionFolder(media, place) + file.name,
      ...content,
      ContentType: file.mime,
      CacheControl: CACHE,
    }),
  );
}

/** Copies an item's rendition files to the other place. */
export async function copyRenditions(
  media: Item,
  move: { names: readonly string[]; from: Place; to: Place },
): Promise<void> {
  const Bucket = setting('MEDIA_BUCKET');
  await Promise.all(
    move.names.map((name) =>
      objects().send(
        new CopyObjectCommand({
          Bucket,
          Key: renditionFolder(media, move.to) + name,
          CopySource: `${Bucket}/${renditionFolder(media, move.from)}${name}`,
        }),
      ),
    ),
  );
}

/** Removes all of an item's renditions from one place, and from the edge's caches. Safe to repeat. */
export async function removeRenditions(media: Item, place: Place): Promise<void> {
  const folder = renditionFolder(media, place);
  const removed = await removeByPrefix(folder);
  if (removed > 0) await invalidate(`/${folder}*`, `${media.id}-${place}-${removed}`);
}

async function removeByPrefix(prefix: string): Promise<number> {
  const Bucket = setting('MEDIA_BUCKET');
  let removed = 0;
  for (;;) {
    const { Contents = [] } = await objects().send(new ListObjectsV2Command({ Bucket, Prefix: prefix }));
    const found = Contents.flatMap(({ Key }) => (Key === undefined ? [] : [{ Key }]));
    if (found.length === 0) return removed;
    const { Errors = [] } = await objects().send(
      new DeleteObjectsCommand({ Bucket, Delete: { Objects: found, Quiet: true } }),
    );
    if (Errors.length > 0) throw new Error(`Objects could not be removed: ${Errors[0]?.Code}`);
    removed += found.length;
  }
}

async function invalidate(path: string, reference: string): Promise<void> {
  await cloudfront().send(
    new CreateInvalidationCommand({
      DistributionId: setting('DISTRIBUTION_ID'),
      InvalidationBatch: {
        // The same removal asked for twice in the same minute is one invalidation.
        CallerReference: `${reference}-${Math.floor(Date.now() / 60_000)}`,
        Paths: { Quantity: 1, Items: [path] },
      },
    }),
  );
}
