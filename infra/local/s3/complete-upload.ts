import { createHash } from 'node:crypto';
import { readParts } from './listed-parts.ts';
import { requireUpload } from './multipart-upload.ts';
import { quoted } from './object-headers.ts';
import type { S3Response, S3Request } from './operation.ts';
import { S3Error } from './s3-error.ts';
import type { PartRow } from './upload-rows.ts';
import { writeXml } from './xml.ts';

/**
 * CompleteMultipartUpload: joins the listed parts in a new blob, which becomes the object.
 * @throws S3Error NoSuchUpload, MalformedXML, InvalidPart, InvalidPartOrder, EntityTooSmall, InvalidRequest
 */
export async function completeUpload(call: S3Request): Promise<S3Response> {
  const upload = requireUpload(call);
  const parts = await readParts(call, upload);
  const sizeBytes = parts.reduce((sum, part) => sum + part.sizeBytes, 0);
  checkSize(call, sizeBytes);

  const blobId = await call.files.write(joinParts(call, parts));
  const everyBlob = call.uploads.parts(upload.id).map((part) => part.blobId);
  const row = await call.objects.commit({
    row: {
      ...call.name,
      headers: upload.headers,
      blobId,
      sizeBytes,
      eTag: `${md5OfMd5s(parts)}-${parts.length}`,
    },
    eventName: 'ObjectCreated:CompleteMultipartUpload',
    along() {
      if (!call.uploads.find(upload.id)) throw new S3Error('NoSuchUpload');
      call.uploads.remove(upload.id);
    },
  });
  await call.objects.discard(everyBlob);
  const xml = writeXml('CompleteMultipartUploadResult', {
    Location: `/${call.name.bucket}/${call.name.key}`,
    Bucket: call.name.bucket,
    Key: call.name.key,
    ETag: quoted(row.eTag),
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

async function* joinParts({ files }: S3Request, parts: readonly PartRow[]): AsyncGenerator<Buffer> {
  for (const part of parts) {
    const handle = await files.open(part.blobId);
    if (!handle) throw new S3Error('InvalidPart', { detail: { PartNumber: part.number } });
    yield* handle.createReadStream() as AsyncIterable<Buffer>;
  }
}

function md5OfMd5s(parts: readonly PartRow[]): string {
  const hash = createHash('md5');
  for (const part of parts) hash.update(Buffer.from(part.eTag, 'hex'));
  return hash.digest('hex');
}
