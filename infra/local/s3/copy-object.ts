import { createHash } from 'node:crypto';
import { matchesETag, preconditionFailed } from './conditions.ts';
import { quoted, storedHeaders } from './object-headers.ts';
import type { ObjectName, ObjectRow } from './object-rows.ts';
import type { OpenObject } from './object-store.ts';
import type { S3Response, S3Request } from './operation.ts';
import { checkKey } from './request-target.ts';
import { S3Error } from './s3-error.ts';
import { writeXml } from './xml.ts';

const MAX_COPY_BYTES = 5 * 1024 ** 3;

/**
 * CopyObject. The copy shares its source's blob and so costs no more than a row. The bytes are read only if
 * the source was assembled from parts and so has no MD5 of its own.
 * @throws S3Error NoSuchKey, PreconditionFailed, InvalidRequest
 */
export async function copyObject(call: S3Request): Promise<S3Response> {
  const source = await openSource(call);
  try {
    const headers = headersOfCopy(call, source.row);
    const { blobId, sizeBytes } = source.row;
    const row = await call.objects.commit({
      row: { ...call.name, headers, blobId, sizeBytes, eTag: await eTagOfCopy(source) },
      eventName: 'ObjectCreated:Copy',
      along() {
        // The source, and its blob with it, may have gone while it was being read.
        if (!call.metadataDatabase.isReferenced(blobId)) throw new S3Error('NoSuchKey');
      },
    });
    const xml = writeXml('CopyObjectResult', {
      LastModified: new Date(row.modifiedMs).toISOString(),
      ETag: quoted(row.eTag),
    });
    return { status: 200, xml };
  } finally {
    await source.handle.close();
  }
}

async function openSource(call: S3Request): Promise<OpenObject> {
  const name = readSource(call.headers.get('x-amz-copy-source') ?? '');
  if (!call.buckets.includes(name.bucket)) throw new S3Error('NoSuchBucket');
  const found = await call.objects.open(name);
  if (!found) throw new S3Error('NoSuchKey', { detail: { Key: name.key } });
  try {
    checkSource(call, found.row);
    return found;
  } catch (error) {
    await found.handle.close();
    throw error;
  }
}

function checkSource({ headers }: S3Request, row: ObjectRow): void {
  const ifMatch = headers.get('x-amz-copy-source-if-match');
  if (ifMatch !== undefined && !matchesETag(ifMatch, row))
    throw preconditionFailed('x-amz-copy-source-If-Match');
  if (row.sizeBytes <= MAX_COPY_BYTES) return;
  throw new S3Error('InvalidRequest', {
    message: `The specified copy source is larger than the maximum allowable size for a copy source: ${MAX_COPY_BYTES}`,
  });
}

function readSource(wanted: string): ObjectName & { versionId: string | undefined } {
  const invalid = new S3Error('InvalidArgument', {
    message: 'Copy Source must mention the source bucket and key: sourcebucket/sourcekey',
    detail: { ArgumentName: 'x-amz-copy-source', ArgumentValue: wanted },
  });
  const [header = '', query] = wanted.split('?');
  const versionId = /^versionId=([\w.-]+)$/.exec(query ?? '')?.[1];
  if (query !== undefined && versionId === undefined)
    throw new S3Error('NotImplemented', { detail: { Header: 'x-amz-copy-source' } });
  try {
    // S3 takes a plus for a space here, as in a query.
    const [bucket = '', ...key] = decodeURIComponent(header.replaceAll('+', ' '))
      .replace(/^\//, '')
      .split('/');
    if (bucket === '' || key.join('/') === '') throw invalid;
    checkKey(key.join('/'));
    return { bucket, key: key.join('/'), versionId };
  } catch (error) {
    throw error instanceof S3Error ? error : invalid;
  }
}

function headersOfCopy({ name, headers }: S3Request, source: ObjectRow): Record<string, string> {
  const directive = headers.get('x-amz-metadata-directive') ?? 'COPY';
  if (directive === 'REPLACE') return storedHeaders(headers);
  if (directive !== 'COPY') {
    throw new S3Error('InvalidArgument', { message: 'Unknown metadata directive.' });
  }
  if (source.bucket === name.bucket && source.key === name.key) {
    throw new S3Error('InvalidRequest', {
      message:
        "This copy request is illegal because it is trying to copy an object to itself without changing the object's metadata, storage class, website redirect location or encryption attributes.",
    });
  }
  return source.headers;
}

async function eTagOfCopy({ row, handle }: OpenObject): Promise<string> {
  if (!row.eTag.includes('-')) return row.eTag;
  const md5 = createHash('md5');
  for await (const chunk of handle.createReadStream({ autoClose: false })) md5.update(chunk as Buffer);
  return md5.digest('hex');
}
