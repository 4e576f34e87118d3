import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { isNotFound } from './is-not-found.ts';
import { incomingKey, originalKey } from './object-keys.ts';
import { hasOriginal } from './originals.ts';
import { s3Client } from '../aws/clients.ts';
import { mediaBucket } from '../aws/settings.ts';

/** What actually arrived for an upload; the version is undefined where the bucket keeps none. */
export type UploadedFile = {
  sizeBytes: number;
  eTag: string;
  versionId: string | undefined;
  head: Uint8Array;
};

/** Inspects an uploaded file's own bytes; undefined if nothing has arrived. */
export async function inspectUpload(uploadId: string, headBytes: number): Promise<UploadedFile | undefined> {
  const file = { Bucket: mediaBucket(), Key: incomingKey(uploadId) };
  try {
    const {
      ContentLength = 0,
      ETag = '',
      VersionId: versionId,
    } = await s3Client().send(new HeadObjectCommand(file));
    if (ContentLength === 0) return { sizeBytes: 0, eTag: ETag, versionId, head: new Uint8Array() };
    const { Body } = await s3Client().send(
      new GetObjectCommand({ ...file, Range: `bytes=0-${headBytes - 1}`, IfMatch: ETag }),
    );
    return {
      sizeBytes: ContentLength,
      eTag: ETag,
      versionId,
      head: (await Body?.transformToByteArray()) ?? new Uint8Array(),
    };
  } catch (error) {
    // A file replaced during the inspection counts as missing: the client saves again after its next PUT.
    if (isGone(error)) return undefined;
    throw error;
  }
}

/** Whether a file is not there, or another has taken its place. */
const isGone = (error: unknown): boolean =>
  isNotFound(error) || (error instanceof S3ServiceException && error.name === 'PreconditionFailed');

/**
 * Keeps an uploaded file as an item's original. Repeating it changes nothing.
 * @param upload.eTag of the file that was saved: one that has replaced it since is not kept
 * @returns false if that file is not there any more, and no original either
 */
export async function keepOriginal(
  media: { id: string; eventId: string; mimeType: string },
  upload: { id: string; eTag: string | undefined },
): Promise<boolean> {
  const Bucket = mediaBucket();
  try {
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
    return true;
  } catch (error) {
    // Another attempt at the same save may have kept it, and removed the upload.
    if (isGone(error)) return hasOriginal(media);
    throw error;
  }
}

/** Removes the version of a file that was saved. Safe to repeat. */
export async function removeUploaded(uploadId: string, versionId: string | undefined): Promise<void> {
  await s3Client().send(
    new DeleteObjectCommand({
      Bucket: mediaBucket(),
      Key: incomingKey(uploadId),
      // Where versions are kept, deleting without one would only hide the file.
      VersionId: versionId ?? 'null',
    }),
  );
}
