import { followingPrefix, justAfter } from './key-order.ts';
import { quoted } from './object-headers.ts';
import type { ObjectRow } from './object-rows.ts';
import { type S3Response, type S3Request, readCount } from './operation.ts';
import { S3Error } from './s3-error.ts';
import { writeXml, type XmlContent } from './xml.ts';

const MAX_KEYS = 1000;

/** ListObjectsV2, in the order of the keys' UTF-8 bytes. @throws S3Error InvalidArgument */
export function listObjects(call: S3Request): S3Response {
  const { query } = call;
  const maxKeys = Math.min(
    readCount(query, { name: 'max-keys', fallback: MAX_KEYS, min: 0, max: 2 ** 31 - 1 }),
    MAX_KEYS,
  );
  const page: ObjectRow[] = [];
  const walk = rowsOf(call);
  let step = maxKeys === 0 ? undefined : walk.next();
  while (step?.done === false && page.length < maxKeys) {
    page.push(step.value);
    step = walk.next();
  }
  const last = page.at(-1);
  const isTruncated = step?.done === false && last !== undefined;
  const xml = writeXml('ListBucketResult', {
    Name: call.name.bucket,
    Prefix: query.get('prefix') ?? '',
    MaxKeys: maxKeys,
    KeyCount: page.length,
    IsTruncated: isTruncated,
    ContinuationToken: query.get('continuation-token'),
    NextContinuationToken: isTruncated ? Buffer.from(justAfter(last.key)).toString('base64url') : undefined,
    Contents: page.map(content),
  });
  return { status: 200, xml };
}

function content(row: ObjectRow): XmlContent {
  return {
    Key: row.key,
    LastModified: new Date(row.modifiedMs).toISOString(),
    ETag: quoted(row.eTag),
    Size: row.sizeBytes,
    StorageClass: 'STANDARD',
  };
}

function* rowsOf(call: S3Request): Generator<ObjectRow> {
  const { bucket } = call.name;
  const prefix = Buffer.from(call.query.get('prefix') ?? '');
  const before = followingPrefix(prefix);
  const start = readToken(call.query.get('continuation-token'));
  let from: Uint8Array = start && Buffer.compare(start, prefix) > 0 ? start : prefix;
  for (;;) {
    const row = call.objects.rows.first({ bucket, from, ...(before ? { before } : {}) });
    if (!row) return;
    yield row;
    from = justAfter(row.key);
  }
}

/** A token is the first key that has not been considered yet. */
function readToken(token: string | undefined): Uint8Array | undefined {
  if (token === undefined) return undefined;
  const start = Buffer.from(token, 'base64url');
  if (start.length > 0 && start.toString('base64url') === token) return start;
  throw new S3Error('InvalidArgument', { message: 'The continuation token provided is incorrect' });
}
