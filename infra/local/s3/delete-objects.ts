import * as z from 'zod/mini';
import { type S3Response, type S3Request, readDocument } from './operation.ts';
import { S3Error } from './s3-error.ts';
import { parseXml, writeXml, type XmlContent } from './xml.ts';

// Strict: conditions of single keys are refused, not ignored.
const requested = z.object({
  Delete: z.object({
    Object: z
      .array(z.strictObject({ Key: z.string().check(z.minLength(1)), VersionId: z.optional(z.string()) }))
      .check(z.maxLength(1000)),
    Quiet: z.optional(z.string()),
  }),
});

/**
 * DeleteObjects: up to 1000 keys, or versions of keys.
 * @throws S3Error InvalidRequest without a checksum of the document, on which S3 insists here; MalformedXML
 */
export async function deleteObjects(call: S3Request): Promise<S3Response> {
  if (!call.headers.has('x-amz-checksum-crc32')) {
    throw new S3Error('InvalidRequest', { message: 'Missing required header for this request: Content-MD5' });
  }
  const parsed = requested.safeParse(parseXml(await readDocument(call)));
  if (!parsed.success) throw new S3Error('MalformedXML');
  const { Object: deleted, Quiet } = parsed.data.Delete;
  const done: XmlContent[] = [];
  for (const { Key, VersionId } of deleted) {
    const deletion = await call.objects.remove({ bucket: call.name.bucket, key: Key, versionId: VersionId });
    const marker = deletion.isMarker && { DeleteMarker: true, DeleteMarkerVersionId: deletion.versionId };
    done.push({ Key, VersionId, ...marker });
  }
  const isQuiet = Quiet?.trim().toLowerCase() === 'true';
  return { status: 200, xml: writeXml('DeleteResult', { Deleted: isQuiet ? [] : done }) };
}
