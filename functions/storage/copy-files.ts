import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import type { Readable } from 'node:stream';
import { s3Client } from '../aws/clients.ts';
import { withRetry } from '../aws/retry.ts';
import { mediaBucket } from '../aws/settings.ts';
import { isNotFound } from './is-not-found.ts';
import { copiesFolder, itemCopiesFolder } from './object-keys.ts';
import { removeFolder } from './renditions.ts';

/** The type of a clean copy that is kept since an instant or later; undefined if there is none. */
export async function findCopy(key: string, since: Date): Promise<{ mime: string } | undefined> {
  try {
    const { ContentType, LastModified } = await s3Client().send(
      new HeadObjectCommand({ Bucket: mediaBucket(), Key: key }),
    );
    return ContentType !== undefined && LastModified && LastModified >= since
      ? { mime: ContentType }
      : undefined;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

/** The bytes of a copy that is kept since an instant or later; undefined if there is none. */
export async function readKeptCopy(key: string, since: Date): Promise<Buffer | undefined> {
  try {
    const { Body, LastModified } = await s3Client().send(
      new GetObjectCommand({ Bucket: mediaBucket(), Key: key }),
    );
    const bytes = Buffer.from((await Body?.transformToByteArray()) ?? []);
    return LastModified && LastModified >= since ? bytes : undefined;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

/** The keys of all copies of an event that are kept since an instant or later. */
export async function listKeptCopies(eventId: string, since: Date): Promise<Set<string>> {
  const found = new Set<string>();
  let next: string | undefined;
  do {
    const { Contents = [], NextContinuationToken } = await s3Client().send(
      new ListObjectsV2Command({
        Bucket: mediaBucket(),
        Prefix: copiesFolder(eventId),
        ContinuationToken: next,
      }),
    );
    for (const { Key, LastModified } of Contents)
      if (Key !== undefined && LastModified && LastModified >= since) found.add(Key);
    next = NextContinuationToken;
  } while (next !== undefined);
  return found;
}

/** Keeps a clean copy for a day. `open` begins to read it, anew for each try. */
export async function putCopy(
  key: string,
  copy: { readonly mime: string; readonly sizeBytes: number; readonly open: () => Readable },
): Promise<void> {
  await withRetry(() =>
    s3Client().send(
      new PutObjectCommand({
        Bucket: mediaBucket(),
        Key: key,
        Body: copy.open(),
        ContentLength: copy.sizeBytes,
        ContentType: copy.mime,
      }),
    ),
  );
}

/** Removes one copy. Safe to repeat. */
export async function removeCopy(key: string): Promise<void> {
  await s3Client().send(new DeleteObjectCommand({ Bucket: mediaBucket(), Key: key }));
}

/** Removes every clean copy of an item. Safe to repeat. */
export const removeCopies = (item: { id: string; eventId: string }): Promise<void> =>
  removeFolder(itemCopiesFolder(item));
