import * as z from 'zod/mini';
import { checksumAlgorithm } from './checksums.ts';
import { MAX_PART_NUMBER } from './multipart-upload.ts';
import { type S3Request, readDocument } from './operation.ts';
import { S3Error } from './s3-error.ts';
import type { PartRow, UploadRow } from './upload-rows.ts';
import { parseXml } from './xml.ts';

const requested = z.object({
  CompleteMultipartUpload: z.object({
    Part: z
      .array(
        z.object({
          PartNumber: z.string(),
          ETag: z.string(),
          ChecksumCRC32: z.optional(z.string()),
          ChecksumSHA1: z.optional(z.string()),
          ChecksumSHA256: z.optional(z.string()),
        }),
      )
      .check(z.minLength(1), z.maxLength(MAX_PART_NUMBER)),
  }),
});
type ListedPart = z.infer<typeof requested>['CompleteMultipartUpload']['Part'][number];

const MIN_PART_BYTES = 5 * 1024 * 1024;

/**
 * Reads which parts a CompleteMultipartUpload request lists, and finds them.
 * @throws S3Error MalformedXML, InvalidPart, InvalidPartOrder, EntityTooSmall, InvalidRequest
 */
export async function readParts(call: S3Request, upload: UploadRow): Promise<PartRow[]> {
  const listed = await readList(call);
  const byNumber = new Map(call.uploads.parts(upload.id).map((part) => [part.number, part]));
  const parts = listed.map((entry) => {
    const part = byNumber.get(Number(entry.PartNumber));
    const eTag = entry.ETag.trim().replaceAll('"', '');
    if (!part || part.eTag !== eTag)
      throw new S3Error('InvalidPart', { detail: { PartNumber: entry.PartNumber } });
    checkPartChecksum({ upload, part, entry });
    return part;
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

/** A part's checksum must be right where it is told, and told where the object's is made from the parts'. */
function checkPartChecksum({
  upload,
  part,
  entry,
}: {
  upload: UploadRow;
  part: PartRow;
  entry: ListedPart;
}): void {
  const { checksumAlgorithm: needed, checksumType } = upload;
  if (needed && entry[`Checksum${needed}`] === undefined && checksumType === 'COMPOSITE') {
    throw new S3Error('InvalidRequest', {
      message: `The upload was created using a ${needed.toLowerCase()} checksum. The complete request must include the checksum for each part. It was missing for part ${part.number} in the request.`,
    });
  }
  for (const algorithm of checksumAlgorithm.options) {
    const told = entry[`Checksum${algorithm}`];
    const right = part.checksum?.algorithm === algorithm ? part.checksum.value : undefined;
    if (told !== undefined && told !== right)
      throw new S3Error('InvalidPart', { detail: { PartNumber: part.number } });
  }
}

async function readList(call: S3Request): Promise<ListedPart[]> {
  // Checksums in the headers are the object's here, not the document's.
  const promises = new Map([...call.headers].filter(([name]) => !name.startsWith('x-amz-checksum-')));
  const parsed = requested.safeParse(parseXml(await readDocument(call, promises)));
  if (!parsed.success) throw new S3Error('MalformedXML');
  return parsed.data.CompleteMultipartUpload.Part;
}
