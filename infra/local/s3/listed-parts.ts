import * as z from 'zod/mini';
import { MAX_PART_NUMBER } from './multipart-upload.ts';
import { type S3Request, readDocument } from './operation.ts';
import { S3Error } from './s3-error.ts';
import type { PartRow, UploadRow } from './upload-rows.ts';
import { parseXml } from './xml.ts';

// Strict: a checksum that S3 would check here is refused, not ignored.
const requested = z.object({
  CompleteMultipartUpload: z.object({
    Part: z
      .array(z.strictObject({ PartNumber: z.string(), ETag: z.string() }))
      .check(z.minLength(1), z.maxLength(MAX_PART_NUMBER)),
  }),
});

const MIN_PART_BYTES = 5 * 1024 * 1024;

/**
 * The stored parts that a CompleteMultipartUpload request lists.
 * @throws S3Error MalformedXML, InvalidPart, InvalidPartOrder, EntityTooSmall
 */
export async function readParts(call: S3Request, upload: UploadRow): Promise<PartRow[]> {
  const parsed = requested.safeParse(parseXml(await readDocument(call)));
  if (!parsed.success) throw new S3Error('MalformedXML');
  const byNumber = new Map(call.uploads.parts(upload.id).map((part) => [part.number, part]));
  const parts = parsed.data.CompleteMultipartUpload.Part.map((entry) => {
    const part = byNumber.get(Number(entry.PartNumber));
    const eTag = entry.ETag.trim().replaceAll('"', '');
    if (part?.eTag === eTag) return part;
    throw new S3Error('InvalidPart', { detail: { PartNumber: entry.PartNumber } });
  });
  parts.slice(1).forEach((part, index) => {
    if (part.number <= (parts[index]?.number ?? 0)) throw new S3Error('InvalidPartOrder');
  });
  const small = parts.slice(0, -1).find((part) => part.sizeBytes < MIN_PART_BYTES);
  if (!small) return parts;
  throw new S3Error('EntityTooSmall', {
    detail: { ProposedSize: small.sizeBytes, MinSizeAllowed: MIN_PART_BYTES, PartNumber: small.number },
  });
}
