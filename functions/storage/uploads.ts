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

/** The file that was saved: without a version the one that lies there now, if it has that ETag. */
export type SavedFile = { id: string; eTag: string | undefined; versionId: string | undefined };

/**
 * Keeps an uploaded file as an item's original. Repeating it changes nothing. What has replaced the file since then is
 * not kept, and does not keep it from being kept where the bucket has its version.
 * @returns false if that file is not there any more, and no original either
 */
export async function keepOriginal(
  media: { id: string; eventId: string; mimeType: string },
  { id, eTag, versionId }: SavedFile,
): Promise<boolean> {
  const latest = `${mediaBucket()}/${incomingKey(id)}`;
  // The same file may have been sent once more after its version was removed.
  const sources = versionId === undefined ? [latest] : [`${latest}?versionId=${versionId}`, latest];
  for (const source of sources) if (await copyOriginal(media, { source, eTag })) return true;
  // Another attempt at the same save may have kept it, and removed the upload.
  return hasOriginal(media);
}

/** @returns false if the source is not there, or has another ETag */
async function copyOriginal(
  media: { id: string; eventId: string; mimeType: string },
  { source, eTag }: { source: string; eTag: string | undefined },
): Promise<boolean> {
  try {
    await s3Client().send(
      new CopyObjectCommand({
        Bucket: mediaBucket(),
        Key: originalKey(media),
        CopySource: source,
        CopySourceIfMatch: eTag,
        MetadataDirective: 'REPLACE',
        ContentType: media.mimeType,
      }),
    );
    return true;
  } catch (error) {
    if (isGone(error)) return false;
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
