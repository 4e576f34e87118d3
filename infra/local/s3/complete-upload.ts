import { createHash } from 'node:crypto';
import { type Checksum, checksumElements, startChecksum } from './checksums.ts';
import { checkWrite, readWriteCondition } from './conditions.ts';
import { quoted } from './describe-object.ts';
import { readParts } from './listed-parts.ts';
import { requireUpload } from './multipart-upload.ts';
import type { S3Response, S3Request } from './operation.ts';
import { S3Error } from './s3-error.ts';
import type { PartRow, UploadRow } from './upload-rows.ts';
import { writeXml } from './xml.ts';

/**
 * CompleteMultipartUpload: the listed parts, joined in one new blob, become the object.
 * @throws S3Error NoSuchUpload, MalformedXML, InvalidPart, InvalidPartOrder, EntityTooSmall, PreconditionFailed, BadDigest
 */
export async function completeUpload(call: S3Request): Promise<S3Response> {
  const upload = requireUpload(call);
  const condition = readWriteCondition(call.headers);
  checkWrite(condition, call.objects.rows.find(call.name));
  const parts = await readParts(call, upload);
  const sizeBytes = parts.reduce((sum, part) => sum + part.sizeBytes, 0);
  checkSize(call, sizeBytes);

  const joined = joinParts(call, { parts, upload });
  const blobId = await call.files.write(joined.chunks);
  const checksum = joined.checksum();
  const { headers, metadata } = upload;
  const everyBlob = call.uploads.parts(upload.id).map((part) => part.blobId);
  const row = await call.objects.commit({
    row: {
      ...call.name,
      headers,
      metadata,
      blobId,
      sizeBytes,
      ...(checksum ? { checksum } : {}),
      eTag: `${md5OfMd5s(parts)}-${parts.length}`,
    },
    condition,
    eventName: 'ObjectCreated:CompleteMultipartUpload',
    along() {
      if (!call.uploads.find(upload.id)) throw new S3Error('NoSuchUpload');
      checkPromise(call, checksum);
      call.uploads.remove(upload.id);
    },
  });
  await call.objects.discard(everyBlob);
  const xml = writeXml('CompleteMultipartUploadResult', {
    Location: `/${call.name.bucket}/${call.name.key}`,
    Bucket: call.name.bucket,
    Key: call.name.key,
    ETag: quoted(row.eTag),
    ...checksumElements(row.checksum),
  });
  return { status: 200, xml };
}

function checkSize({ headers }: S3Request, sizeBytes: number): void {
  const promised = headers.get('x-amz-mp-object-size');
  if (promised === undefined || promised === String(sizeBytes)) return;
  throw new S3Error('InvalidRequest', {
    message: `The provided 'x-amz-mp-object-size' header value ${promised} does not match what was computed: ${sizeBytes}`,
  });
}

/** The object's own checksum, where the request gives it: a value about the whole, not about its document. */
function checkPromise({ headers }: S3Request, checksum: Checksum | undefined): void {
  const name = `x-amz-checksum-${checksum?.algorithm.toLowerCase()}`;
  const promised = headers.get(name);
  if (promised !== undefined && promised !== checksum?.value) throw new S3Error('BadDigest');
}

function joinParts({ files }: S3Request, { parts, upload }: { parts: PartRow[]; upload: UploadRow }) {
  const algorithm = upload.checksumAlgorithm;
  const whole = upload.checksumType === 'FULL_OBJECT';
  const sum = algorithm && startChecksum(algorithm);

  async function* chunks(): AsyncGenerator<Buffer> {
    for (const part of parts) {
      const handle = await files.open(part.blobId);
      if (!handle) throw new S3Error('InvalidPart', { detail: { PartNumber: part.number } });
      for await (const chunk of handle.createReadStream() as AsyncIterable<Buffer>) {
        if (whole) sum?.update(chunk);
        yield chunk;
      }
      if (!whole) sum?.update(Buffer.from(part.checksum?.value ?? '', 'base64'));
    }
  }

  function checksum(): Checksum | undefined {
    if (!sum || !algorithm) return undefined;
    const value = sum.base64();
    return whole
      ? { algorithm, value, type: 'FULL_OBJECT' }
      : { algorithm, value: `${value}-${parts.length}`, type: 'COMPOSITE' };
  }

  return { chunks: chunks(), checksum };
}

function md5OfMd5s(parts: PartRow[]): string {
  const hash = createHash('md5');
  for (const part of parts) hash.update(Buffer.from(part.eTag, 'hex'));
  return hash.digest('hex');
}
