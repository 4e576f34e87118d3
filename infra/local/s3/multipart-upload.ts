import { randomBytes } from 'node:crypto';
import { readAlgorithm } from './checksums.ts';
import { quoted, readDescription } from './describe-object.ts';
import { type S3Response, type S3Request, readCount } from './operation.ts';
import { S3Error } from './s3-error.ts';
import type { UploadRow } from './upload-rows.ts';
import { writeXml } from './xml.ts';

export const MAX_PART_NUMBER = 10_000;

/** CreateMultipartUpload. */
export function createUpload(call: S3Request): S3Response {
  const { name, headers } = call;
  const algorithm = headers.get('x-amz-checksum-algorithm');
  const type = headers.get('x-amz-checksum-type') ?? 'COMPOSITE';
  if (type !== 'COMPOSITE' && type !== 'FULL_OBJECT') {
    throw new S3Error('InvalidRequest', { message: 'Value for x-amz-checksum-type header is invalid.' });
  }
  const upload: UploadRow = {
    ...name,
    ...readDescription(headers),
    id: randomBytes(32).toString('base64url'),
    createdMs: call.now().getTime(),
    checksumType: type,
    ...(algorithm === undefined ? {} : { checksumAlgorithm: readAlgorithm(algorithm) }),
  };
  call.uploads.save(upload);
  const checksums = {
    'x-amz-checksum-algorithm': upload.checksumAlgorithm ?? '',
    'x-amz-checksum-type': type,
  };
  const xml = writeXml('InitiateMultipartUploadResult', {
    Bucket: name.bucket,
    Key: name.key,
    UploadId: upload.id,
  });
  return { status: 200, headers: upload.checksumAlgorithm ? checksums : {}, xml };
}

/** The upload that a request names. @throws S3Error NoSuchUpload, also where it belongs to another key */
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

/** Removes an upload, its parts and their files. */
export async function dropUpload(
  { uploads, objects }: Pick<S3Request, 'uploads' | 'objects'>,
  id: string,
): Promise<void> {
  const blobIds = uploads.parts(id).map(({ blobId }) => blobId);
  uploads.remove(id);
  await objects.discard(blobIds);
}

/** ListParts, by number. */
export function listParts(call: S3Request): S3Response {
  const upload = requireUpload(call);
  const maxParts = readCount(call.query, { name: 'max-parts', fallback: 1000, min: 1, max: 1000 });
  const marker = readCount(call.query, { name: 'part-number-marker', fallback: 0, min: 0, max: 2 ** 31 - 1 });
  const rest = call.uploads.parts(upload.id).filter(({ number }) => number > marker);
  const page = rest.slice(0, maxParts);
  const isTruncated = rest.length > page.length;
  const xml = writeXml('ListPartsResult', {
    Bucket: upload.bucket,
    Key: upload.key,
    UploadId: upload.id,
    PartNumberMarker: marker,
    NextPartNumberMarker: isTruncated ? page.at(-1)?.number : undefined,
    MaxParts: maxParts,
    IsTruncated: isTruncated,
    StorageClass: 'STANDARD',
    ChecksumAlgorithm: upload.checksumAlgorithm,
    Part: page.map((part) => ({
      PartNumber: part.number,
      LastModified: new Date(part.modifiedMs).toISOString(),
      ETag: quoted(part.eTag),
      Size: part.sizeBytes,
      ...(part.checksum ? { [`Checksum${part.checksum.algorithm}`]: part.checksum.value } : {}),
    })),
  });
  return { status: 200, xml };
}
