import { randomBytes } from 'node:crypto';
import { quoted, storedHeaders } from './object-headers.ts';
import { type S3Response, type S3Request, readCount } from './operation.ts';
import { S3Error } from './s3-error.ts';
import type { UploadRow } from './upload-rows.ts';
import { writeXml } from './xml.ts';

export const MAX_PART_NUMBER = 10_000;
const MAX_PARTS = 1000;

/** CreateMultipartUpload. */
export function createUpload({ name, headers, now, uploads }: S3Request): S3Response {
  const id = randomBytes(32).toString('base64url');
  uploads.save({ ...name, id, createdMs: now().getTime(), headers: storedHeaders(headers) });
  const xml = writeXml('InitiateMultipartUploadResult', { Bucket: name.bucket, Key: name.key, UploadId: id });
  return { status: 200, xml };
}

/** The upload that a request names. @throws S3Error NoSuchUpload, also if it belongs to another key */
export function requireUpload({ uploads, query, name }: S3Request): UploadRow {
  const upload = uploads.find(query.get('uploadId') ?? '');
  if (upload?.bucket === name.bucket && upload.key === name.key) return upload;
  throw new S3Error('NoSuchUpload', { detail: { UploadId: query.get('uploadId') ?? '' } });
}

/** AbortMultipartUpload. */
export async function abortUpload(call: S3Request): Promise<S3Response> {
  await dropUpload(call, requireUpload(call).id);
  return { status: 204 };
}

/** Removes an upload, its parts and their blobs. */
export async function dropUpload(
  { uploads, objects }: Pick<S3Request, 'uploads' | 'objects'>,
  id: string,
): Promise<void> {
  const blobIds = uploads.parts(id).map(({ blobId }) => blobId);
  uploads.remove(id);
  await objects.discard(blobIds);
}

/** ListParts, by number, a thousand per page. */
export function listParts(call: S3Request): S3Response {
  const upload = requireUpload(call);
  const marker = readCount(call.query, { name: 'part-number-marker', fallback: 0, min: 0, max: 2 ** 31 - 1 });
  const rest = call.uploads.parts(upload.id).filter(({ number }) => number > marker);
  const page = rest.slice(0, MAX_PARTS);
  const isTruncated = rest.length > page.length;
  const xml = writeXml('ListPartsResult', {
    Bucket: upload.bucket,
    Key: upload.key,
    UploadId: upload.id,
    PartNumberMarker: marker,
    NextPartNumberMarker: isTruncated ? page.at(-1)?.number : undefined,
    MaxParts: MAX_PARTS,
    IsTruncated: isTruncated,
    StorageClass: 'STANDARD',
    Part: page.map((part) => ({
      PartNumber: part.number,
      LastModified: new Date(part.modifiedMs).toISOString(),
      ETag: quoted(part.eTag),
      Size: part.sizeBytes,
    })),
  });
  return { status: 200, xml };
}
