import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  HeadObjectCommand,
  ListPartsCommand,
  type Part,
  S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { planParts } from './archive-parts.ts';
import { archiveKey } from '../storage/object-keys.ts';
import { isNotFound } from '../storage/is-not-found.ts';
import { s3Client } from '../aws/clients.ts';
import { mediaBucket } from '../aws/settings.ts';

type ArchiveId = { readonly id: string; readonly eventId: string };

/** A ZIP's multipart upload in progress. */
export type Upload = ArchiveId & { readonly uploadId: string; readonly totalBytes: number };

const objectOf = (archive: ArchiveId) => ({ Bucket: mediaBucket(), Key: archiveKey(archive) });
const uploadOf = (upload: Upload) => ({ ...objectOf(upload), UploadId: upload.uploadId });

export async function beginUpload(archive: ArchiveId): Promise<string> {
  const { UploadId } = await s3Client().send(
    new CreateMultipartUploadCommand({ ...objectOf(archive), ContentType: 'application/zip' }),
  );
  if (!UploadId) throw new Error('The store began an upload without an id.');
  return UploadId;
}

/** Writes one part; writing it again replaces it with the same bytes. */
export async function putPart(upload: Upload, part: { number: number; bytes: Buffer }): Promise<void> {
  const { number, bytes } = part;
  await s3Client().send(
    new UploadPartCommand({
      ...uploadOf(upload),
      PartNumber: number,
      Body: bytes,
      ContentLength: bytes.length,
    }),
  );
}

/** Aborts an upload. One that has already ended is left alone. */
export async function abortUpload(upload: Upload): Promise<void> {
  await s3Client()
    .send(new AbortMultipartUploadCommand(uploadOf(upload)))
    .catch(ignoreEnded);
}

/**
 * Completes the upload. Safe to repeat: for an upload that has ended, the object itself is checked.
 * @throws Error if a part is missing, or the object is not as long as was planned
 */
export async function completeUpload(upload: Upload): Promise<void> {
  const parts = await listParts(upload).catch(ignoreEnded);
  if (parts) {
    const { partCount } = planParts(upload.totalBytes);
    if (parts.length !== partCount)
      throw new Error(`Of ${partCount} parts ${parts.length} have been written.`);
    const command = new CompleteMultipartUploadCommand({
      ...uploadOf(upload),
      MpuObjectSize: upload.totalBytes,
      MultipartUpload: { Parts: parts.map(({ PartNumber, ETag }) => ({ PartNumber, ETag })) },
    });
    await s3Client().send(command).catch(ignoreEnded);
  }
  if ((await lengthOf(upload)) !== upload.totalBytes) throw new Error('The ZIP is not what was planned.');
}

async function listParts(upload: Upload): Promise<Part[]> {
  const parts: Part[] = [];
  let marker: string | undefined;
  do {
    const page = await s3Client().send(
      new ListPartsCommand({ ...uploadOf(upload), PartNumberMarker: marker }),
    );
    parts.push(...(page.Parts ?? []));
    marker = page.IsTruncated ? page.NextPartNumberMarker : undefined;
  } while (marker !== undefined);
  return parts;
}

async function lengthOf(archive: ArchiveId): Promise<number | undefined> {
  try {
    return (await s3Client().send(new HeadObjectCommand(objectOf(archive)))).ContentLength;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

function ignoreEnded(error: unknown): undefined {
  if (error instanceof S3ServiceException && error.name === 'NoSuchUpload') return undefined;
  throw error;
}
