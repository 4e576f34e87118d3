import * as z from 'zod/mini';
import { type S3Response, type S3Request, readDocument } from './operation.ts';
import { S3Error } from './s3-error.ts';
import { parseXml, writeXml } from './xml.ts';

const requested = z.object({
  Delete: z.object({
    Object: z
      .array(z.object({ Key: z.string().check(z.minLength(1)), VersionId: z.optional(z.string()) }))
      .check(z.maxLength(1000)),
    Quiet: z.optional(z.string()),
  }),
});

/**
 * DeleteObjects: up to 1000 keys, each answered for itself.
 * @throws S3Error InvalidRequest without a digest of the document (S3 insists on one here), MalformedXML
 */
export async function deleteObjects(call: S3Request): Promise<S3Response> {
  const hasDigest = [...call.headers.keys()].some((name) =>
    /^(content-md5|x-amz-checksum-.*|x-amz-trailer)$/.test(name),
  );
  if (!hasDigest) {
    throw new S3Error('InvalidRequest', { message: 'Missing required header for this request: Content-MD5' });
  }
  const parsed = requested.safeParse(parseXml(await readDocument(call)));
  if (!parsed.success) throw new S3Error('MalformedXML');

  const { Object: entries, Quiet } = parsed.data.Delete;
  const deleted: { Key: string }[] = [];
  const errors: { Key: string; Code: string; Message: string }[] = [];
  for (const { Key, VersionId } of entries) {
    if (VersionId === undefined || VersionId === 'null') {
      await call.objects.remove({ bucket: call.name.bucket, key: Key });
      deleted.push({ Key });
    } else {
      errors.push({ Key, Code: 'NoSuchVersion', Message: 'The specified version does not exist.' });
    }
  }
  const quiet = Quiet?.trim().toLowerCase() === 'true';
  const xml = writeXml('DeleteResult', { Deleted: quiet ? [] : deleted, Error: errors });
  return { status: 200, xml };
}
