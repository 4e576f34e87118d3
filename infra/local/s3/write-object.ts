import { checkWrite, readWriteCondition } from './conditions.ts';
import { readDescription, writtenHeaders } from './describe-object.ts';
import type { S3Response, S3Request } from './operation.ts';

/**
 * PutObject. The bytes go to a file of their own and count only once they are durable and verified.
 * @throws S3Error PreconditionFailed (If-None-Match: *), BadDigest and the like, MissingContentLength
 */
export async function putObject(call: S3Request): Promise<S3Response> {
  const condition = readWriteCondition(call.headers);
  // Early, so that a refused 100 MB is not written first; and again in the commit, which is what counts.
  checkWrite(condition, call.objects.rows.find(call.name));
  readDescription(call.headers);
  const body = call.body();
  const blobId = await call.files.write(body.chunks);
  const { sizeBytes, md5Hex, checksum } = body.receipt();
  const row = await call.objects.commit({
    row: { ...call.name, ...readDescription(call.headers, checksum), blobId, sizeBytes, eTag: md5Hex },
    condition,
    eventName: 'ObjectCreated:Put',
  });
  return { status: 200, headers: writtenHeaders(row) };
}

/** DeleteObject: 204, whether there was one or not. @throws S3Error PreconditionFailed (If-Match) */
export async function deleteObject(call: S3Request): Promise<S3Response> {
  await call.objects.remove(call.name, readWriteCondition(call.headers));
  return { status: 204 };
}
