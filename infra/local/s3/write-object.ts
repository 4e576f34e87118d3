import { preconditionFailed, readIfAbsent } from './conditions.ts';
import { quoted, storedHeaders, versionHeader } from './object-headers.ts';
import type { S3Response, S3Request } from './operation.ts';

/**
 * PutObject. The bytes go to a new blob, which counts only once it is durable and verified.
 * @throws S3Error PreconditionFailed (If-None-Match: *), BadDigest and the like, MissingContentLength
 */
export async function putObject(call: S3Request): Promise<S3Response> {
  const ifAbsent = readIfAbsent(call.headers);
  // Early, so that 100 MB are not written only to be refused; the check in the commit is what counts.
  if (ifAbsent && call.objects.rows.find(call.name)) throw preconditionFailed('If-None-Match');
  const body = call.body();
  const blobId = await call.files.write(body.chunks);
  const { sizeBytes, md5Hex } = body.receipt();
  const row = await call.objects.commit({
    row: { ...call.name, headers: storedHeaders(call.headers), blobId, sizeBytes, eTag: md5Hex },
    ifAbsent,
    eventName: 'ObjectCreated:Put',
  });
  return { status: 200, headers: { etag: quoted(row.eTag), ...versionHeader(row) } };
}

/** DeleteObject, or one version of it for good: 204, whether or not there was an object. */
export async function deleteObject(call: S3Request): Promise<S3Response> {
  const { versionId, isMarker } = await call.objects.remove({
    ...call.name,
    versionId: call.query.get('versionId'),
  });
  const headers = {
    ...(versionId !== undefined && { 'x-amz-version-id': versionId }),
    ...(isMarker && { 'x-amz-delete-marker': 'true' }),
  };
  return { status: 204, headers };
}
