import { DeleteObjectCommand, GetObjectCommand, HeadObjectCommand } from '@aws-sdk/client-s3';
import { writeFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { originalKey } from './object-keys.ts';
import { s3Client } from '../aws/clients.ts';
import { isNotFound } from './is-not-found.ts';
import { setting } from '../aws/settings.ts';

const ATTACHMENT_SECONDS = 15 * 60;

type Item = { id: string; eventId: string };

const objectOf = (item: Item) => ({ Bucket: setting('MEDIA_BUCKET'), Key: originalKey(item) });

/** Whether an item's original was copied to where it belongs. */
export async function hasOriginal(item: Item): Promise<boolean> {
  try {
    await s3Client().send(new HeadObjectCommand(objectOf(item)));
    return true;
  } catch (error) {
    if (isNotFound(error)) return false;
    throw error;
  }
}

/** Writes an item's original into a file. @returns false where there is none */
export async function downloadOriginal(item: Item, filePath: string): Promise<boolean> {
  try {
    const { Body } = await s3Client().send(new GetObjectCommand(objectOf(item)));
    await writeFile(filePath, Body as Readable);
    return true;
  } catch (error) {
    if (isNotFound(error)) return false;
    throw error;
  }
}

/** Removes an item's original. Safe to repeat. */
export async function removeOriginal(item: { id: string; eventId: string }): Promise<void> {
  await s3Client().send(new DeleteObjectCommand({ Bucket: setting('MEDIA_BUCKET'), Key: originalKey(item) }));
}

/** A URL that downloads one object under a name of its own, for 15 minutes. */
export async function downloadUrl(key: string, fileName: string): Promise<string> {
  // RFC 6266: a plain name for old readers, the real one in UTF-8.
  const plain = fileName.replaceAll(/[^\w. -]/g, '_');
  const disposition = `attachment; filename="${plain}"; filename*=UTF-8''${encodeRfc5987(fileName)}`;
  return getSignedUrl(
    s3Client(),
    new GetObjectCommand({
      Bucket: setting('MEDIA_BUCKET'),
      Key: key,
      ResponseContentDisposition: disposition,
    }),
    { expiresIn: ATTACHMENT_SECONDS },
  );
}

function encodeRfc5987(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
