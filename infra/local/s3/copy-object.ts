import { type Checksum, checksumElements, readAlgorithm, startChecksum } from './checksums.ts';
import { preconditionFailed, readWriteCondition, evaluateReadConditions } from './conditions.ts';
import { quoted, readDescription } from './describe-object.ts';
import type { ObjectName, ObjectRow } from './object-rows.ts';
import type { OpenObject } from './object-store.ts';
import type { S3Response, S3Request } from './operation.ts';
import { checkKey } from './request-target.ts';
import { S3Error } from './s3-error.ts';
import { writeXml } from './xml.ts';

/**
 * CopyObject. The copy shares its source's blob, so that it costs no more than a row; the bytes are read only where
 * a digest is wanted that nobody computed yet (a multipart source has no MD5 of its own).
 * @throws S3Error NoSuchKey, PreconditionFailed, InvalidRequest
 */
export async function copyObject(call: S3Request): Promise<S3Response> {
  const source = await openSource(call);
  try {
    const described = describeCopy(call, source.row);
    const { eTag, checksum } = await digestsOf(call, source);
    const { blobId, sizeBytes } = source.row;
    const row = await call.objects.commit({
      row: { ...call.name, ...described, ...(checksum ? { checksum } : {}), blobId, sizeBytes, eTag },
      condition: readWriteCondition(call.headers),
      eventName: 'ObjectCreated:Copy',
      along() {
        // The source may have gone while it was being read, and its blob with it.
        if (!call.metadataDatabase.isReferenced(blobId)) throw new S3Error('NoSuchKey');
      },
    });
    const xml = writeXml('CopyObjectResult', {
      LastModified: new Date(row.modifiedMs).toISOString(),
      ETag: quoted(row.eTag),
      ...checksumElements(row.checksum),
    });
    return { status: 200, xml };
  } finally {
    await source.handle.close();
  }
}

/** Opens what `x-amz-copy-source` names. @throws S3Error NoSuchKey, NoSuchBucket, PreconditionFailed */
export async function openSource(call: S3Request): Promise<OpenObject> {
  const name = readSource(call.headers.get('x-amz-copy-source') ?? '');
  if (!call.buckets.includes(name.bucket)) throw new S3Error('NoSuchBucket');
  const found = await call.objects.open(name);
  if (!found) throw new S3Error('NoSuchKey', { detail: { Key: name.key } });
  try {
    const weighed = evaluateReadConditions(call.headers, { row: found.row, prefix: 'x-amz-copy-source-' });
    if (weighed === 'not-modified') throw preconditionFailed('x-amz-copy-source-If-None-Match');
    return found;
  } catch (error) {
    await found.handle.close();
    throw error;
  }
}

function readSource(header: string): ObjectName {
  const invalid = new S3Error('InvalidArgument', {
    message: 'Copy Source must mention the source bucket and key: sourcebucket/sourcekey',
    detail: { ArgumentName: 'x-amz-copy-source', ArgumentValue: header },
  });
  if (header.includes('?')) throw new S3Error('NotImplemented', { detail: { Header: 'x-amz-copy-source' } });
  try {
    // As in a query, S3 takes a plus for a space here.
    const [bucket = '', ...key] = decodeURIComponent(header.replaceAll('+', ' '))
      .replace(/^\//, '')
      .split('/');
    if (bucket === '' || key.join('/') === '') throw invalid;
    checkKey(key.join('/'));
    return { bucket, key: key.join('/') };
  } catch (error) {
    throw error instanceof S3Error ? error : invalid;
  }
}

function describeCopy({ name, headers }: S3Request, source: ObjectRow) {
  const directive = headers.get('x-amz-metadata-directive') ?? 'COPY';
  if (directive === 'REPLACE') return readDescription(headers);
  if (directive !== 'COPY') {
    throw new S3Error('InvalidArgument', { message: 'Unknown metadata directive.' });
  }
  if (source.bucket === name.bucket && source.key === name.key) {
    throw new S3Error('InvalidRequest', {
      message:
        "This copy request is illegal because it is trying to copy an object to itself without changing the object's metadata, storage class, website redirect location or encryption attributes.",
    });
  }
  return { headers: source.headers, metadata: source.metadata };
}

type Digests = { eTag: string; checksum?: Checksum };

async function digestsOf({ headers }: S3Request, { row, handle }: OpenObject): Promise<Digests> {
  const asked = headers.get('x-amz-checksum-algorithm');
  const algorithm = asked === undefined ? row.checksum?.algorithm : readAlgorithm(asked);
  const known = row.checksum?.algorithm === algorithm && row.checksum?.type !== 'COMPOSITE';
  if (known && !row.eTag.includes('-')) return { eTag: row.eTag, checksum: row.checksum };

  const md5 = startChecksum('MD5');
  const sum = algorithm && startChecksum(algorithm);
  for await (const chunk of handle.createReadStream({ autoClose: false })) {
    md5.update(chunk as Buffer);
    sum?.update(chunk as Buffer);
  }
  const eTag = Buffer.from(md5.base64(), 'base64').toString('hex');
  return sum && algorithm
    ? { eTag, checksum: { algorithm, value: sum.base64(), type: 'FULL_OBJECT' } }
    : { eTag };
}
