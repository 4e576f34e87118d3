import { DeleteObjectCommand, GetObjectCommand, HeadObjectCommand } from '@aws-sdk/client-s3';
import { writeFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { originalKey } from './object-keys.ts';
import { s3Client } from '../aws/clients.ts';
import { isNotFound } from './is-not-found.ts';
import { mediaBucket } from '../aws/settings.ts';

type Item = { id: string; eventId: string };

const objectOf = (item: Item) => ({ Bucket: mediaBucket(), Key: originalKey(item) });

/** Whether an item's original has been copied to its key. */
export async function hasOriginal(item: Item): Promise<boolean> {
  try {
    await s3Client().send(new HeadObjectCommand(objectOf(item)));
    return true;
  } catch (error) {
    if (isNotFound(error)) return false;
    throw error;
  }
}

/** Writes an item's original into a file. @returns false if there is none */
export const downloadOriginal = (item: Item, filePath: string): Promise<boolean> =>
  downloadObject(originalKey(item), filePath);

/** Writes an object of the media bucket into a file. @returns false if there is none */
export async function downloadObject(key: string, filePath: string): Promise<boolean> {
  try {
    const { Body } = await s3Client().send(new GetObjectCommand({ Bucket: mediaBucket(), Key: key }));
    await writeFile(filePath, Body as Readable);
    return true;
  } catch (error) {
    if (isNotFound(error)) return false;
    throw error;
  }
}

/** Removes an item's original. Safe to repeat. */
export async function removeOriginal(item: { id: string; eventId: string }): Promise<void> {
  await s3Client().send(new DeleteObjectCommand({ Bucket: mediaBucket(), Key: originalKey(item) }));
}
