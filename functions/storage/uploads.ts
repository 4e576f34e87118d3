import {
  CopyObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { isNotFound } from './is-not-found.ts';
import { incomingKey, originalKey } from './object-keys.ts';
import { s3Client } from '../aws/clients.ts';
import { mediaBucket } from '../aws/settings.ts';

/** What actually arrived for an upload. */
export type UploadedFile = { sizeBytes: number; eTag: string; head: Uint8Array };

/** Inspects an uploaded file's own bytes; undefined if nothing has arrived. */
export async function inspectUpload(uploadId: string, headBytes: number): Promise<UploadedFile | undefined> {
  const file = { Bucket: mediaBucket(), Key: incomingKey(uploadId) };
  try {
    const { ContentLength = 0, ETag = '' } = await s3Client().send(new HeadObjectCommand(file));
    if (ContentLength === 0) return { sizeBytes: 0, eTag: ETag, head: new Uint8Array() };
    const { Body } = await s3Client().send(
      new GetObjectCommand({ ...file, Range: `bytes=0-${headBytes - 1}`, IfMatch: ETag }),
    );
    return {
      sizeBytes: ContentLength,
      eTag: ETag,
      head: (await Body?.transformToByteArray()) ?? new Uint8Array(),
    };
  } catch (error) {
    // A file replaced during the inspection counts as missing: the client saves again after its next PUT.
    if (isNotFound(error) || (error instanceof S3ServiceException && error.name === 'PreconditionFailed'))
      return undefined;
    throw error;
  }
}

/**
 * Keeps an uploaded file as an item's original. Repeating it changes nothing. The incoming copy stays until
 * its seven days are over.
 * @param upload.eTag of the file that was inspected: one that has replaced it since is not kept
 */
export async function keepOriginal(
  media: { id: string; eventId: string; mimeType: string },
  upload: { id: string; eTag: string | undefined },
): Promise<void> {
  const Bucket = mediaBucket();
  await s3Client().send(
    new CopyObjectCommand({
      Bucket,
      Key: originalKey(media),
      CopySource: `${Bucket}/${incomingKey(upload.id)}`,
      CopySourceIfMatch: upload.eTag,
      MetadataDirective: 'REPLACE',
      ContentType: media.mimeType,
    }),
  );
}
