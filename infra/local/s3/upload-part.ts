import { readRange } from './byte-range.ts';
import { checksumElements, startChecksum } from './checksums.ts';
import { openSource } from './copy-object.ts';
import { quoted, writtenHeaders } from './describe-object.ts';
import type { Receipt } from './incoming-body.ts';
import { MAX_PART_NUMBER, requireUpload } from './multipart-upload.ts';
import type { OpenObject } from './object-store.ts';
import { type S3Response, type S3Request, readCount } from './operation.ts';
import { S3Error } from './s3-error.ts';
import type { PartRow, UploadRow } from './upload-rows.ts';
import { writeXml } from './xml.ts';

/** UploadPart. A part sent again replaces the one before. @throws S3Error as PutObject, NoSuchUpload */
export async function uploadPart(call: S3Request): Promise<S3Response> {
  const part = addressedPart(call);
  const body = call.body();
  const blobId = await call.files.write(body.chunks);
  const saved = await savePart(call, { ...part, blobId, receipt: body.receipt() });
  return { status: 200, headers: writtenHeaders(saved) };
}

/** UploadPartCopy: a part from the bytes, or a range of the bytes, of an object. */
export async function uploadPartCopy(call: S3Request): Promise<S3Response> {
  const part = addressedPart(call);
  const source = await openSource(call);
  try {
    const reading = readSource(call, { source, upload: part.upload });
    const blobId = await call.files.write(reading.chunks);
    const saved = await savePart(call, { ...part, blobId, receipt: reading.receipt() });
    const xml = writeXml('CopyPartResult', {
      LastModified: new Date(saved.modifiedMs).toISOString(),
      ETag: quoted(saved.eTag),
      ...checksumElements(saved.checksum),
    });
    return { status: 200, xml };
  } finally {
    await source.handle.close();
  }
}

function addressedPart(call: S3Request): { upload: UploadRow; number: number } {
  const limits = { name: 'partNumber', fallback: 0, min: 1, max: MAX_PART_NUMBER };
  const number = readCount(call.query, limits);
  return { upload: requireUpload(call), number };
}

type Arrived = { upload: UploadRow; number: number; blobId: string; receipt: Receipt };

async function savePart(call: S3Request, { upload, number, blobId, receipt }: Arrived): Promise<PartRow> {
  const { sizeBytes, md5Hex, checksum } = receipt;
  const part: PartRow = {
    uploadId: upload.id,
    number,
    blobId,
    sizeBytes,
    eTag: md5Hex,
    modifiedMs: call.now().getTime(),
    ...(checksum ? { checksum } : {}),
  };
  const outdated = call.metadataDatabase.change(() => {
    // Aborted or completed while the bytes were under way: then they are nobody's.
    if (!call.uploads.find(upload.id)) return blobId;
    const previous = call.uploads.findPart(part);
    call.uploads.savePart(part);
    return previous?.blobId;
  });
  if (outdated !== undefined) await call.objects.discard([outdated]);
  if (outdated === blobId) throw new S3Error('NoSuchUpload');
  return part;
}

function readSource({ headers }: S3Request, { source, upload }: { source: OpenObject; upload: UploadRow }) {
  const { row, handle } = source;
  const header = headers.get('x-amz-copy-source-range');
  const range = readRange(header, row.sizeBytes);
  if ((header !== undefined && range === 'whole') || range === 'unsatisfiable') {
    throw new S3Error('InvalidArgument', {
      message: `Range specified is not valid for source object of size: ${row.sizeBytes}`,
    });
  }
  const md5 = startChecksum('MD5');
  const algorithm = upload.checksumAlgorithm;
  const sum = algorithm && startChecksum(algorithm);
  let sizeBytes = 0;

  async function* chunks(): AsyncGenerator<Buffer> {
    const span = range === 'whole' ? {} : range;
    for await (const chunk of handle.createReadStream({
      ...span,
      autoClose: false,
    }) as AsyncIterable<Buffer>) {
      sizeBytes += chunk.length;
      md5.update(chunk);
      sum?.update(chunk);
      yield chunk;
    }
  }

  const receipt = (): Receipt => ({
    sizeBytes,
    md5Hex: Buffer.from(md5.base64(), 'base64').toString('hex'),
    ...(sum && algorithm ? { checksum: { algorithm, value: sum.base64(), type: 'FULL_OBJECT' } } : {}),
  });
  return { chunks: chunks(), receipt };
}
