import { encodeKey } from './canonical-request.ts';
import { quoted } from './describe-object.ts';
import { followingPrefix, justAfter } from './key-order.ts';
import type { ObjectRow } from './object-rows.ts';
import { type S3Response, type S3Request, readCount } from './operation.ts';
import { S3Error } from './s3-error.ts';
import { writeXml, type XmlContent } from './xml.ts';

const MAX_KEYS = 1000;

/** An object or a common prefix, and where a walk goes on after it. */
type Entry = { row?: ObjectRow; prefix?: string; next: Uint8Array | undefined };

/** ListObjectsV2, in the order of the keys' UTF-8 bytes. @throws S3Error InvalidArgument */
export function listObjects(call: S3Request): S3Response {
  const { query } = call;
  const prefix = query.get('prefix') ?? '';
  const delimiter = query.get('delimiter') ?? '';
  const maxKeys = Math.min(
    readCount(query, { name: 'max-keys', fallback: MAX_KEYS, min: 0, max: 2 ** 31 - 1 }),
    MAX_KEYS,
  );
  const write = readEncoding(query);
  const page: Entry[] = [];
  const walk = entries(call, { prefix, delimiter });
  let step = maxKeys === 0 ? undefined : walk.next();
  while (step?.done === false && page.length < maxKeys) {
    page.push(step.value);
    step = walk.next();
  }
  const isTruncated = step?.done === false;
  const resume = page.at(-1)?.next;
  const encoded = (name: string) => (query.has(name) ? write(query.get(name) ?? '') : undefined);
  const xml = writeXml('ListBucketResult', {
    Name: call.name.bucket,
    Prefix: write(prefix),
    Delimiter: encoded('delimiter'),
    MaxKeys: maxKeys,
    EncodingType: query.get('encoding-type'),
    KeyCount: page.length,
    IsTruncated: isTruncated,
    ContinuationToken: query.get('continuation-token'),
    NextContinuationToken: isTruncated && resume ? Buffer.from(resume).toString('base64url') : undefined,
    StartAfter: encoded('start-after'),
    Contents: page.flatMap(({ row }) => (row ? [content(row, write)] : [])),
    CommonPrefixes: page.flatMap((entry) =>
      entry.prefix === undefined ? [] : [{ Prefix: write(entry.prefix) }],
    ),
  });
  return { status: 200, headers: { 'content-type': 'application/xml' }, xml };
}

function readEncoding(query: S3Request['query']): (key: string) => string {
  const encoding = query.get('encoding-type');
  if (encoding === undefined) return (key) => key;
  if (encoding === 'url') return encodeKey;
  throw new S3Error('InvalidArgument', { message: 'Invalid Encoding Method specified in Request' });
}

function content(row: ObjectRow, write: (key: string) => string): XmlContent {
  return {
    Key: write(row.key),
    LastModified: new Date(row.modifiedMs).toISOString(),
    ETag: quoted(row.eTag),
    ChecksumAlgorithm: row.checksum?.algorithm,
    ChecksumType: row.checksum?.type,
    Size: row.sizeBytes,
    StorageClass: 'STANDARD',
  };
}

function* entries(
  call: S3Request,
  { prefix, delimiter }: { prefix: string; delimiter: string },
): Generator<Entry> {
  const { bucket } = call.name;
  const first = Buffer.from(prefix);
  const before = followingPrefix(first);
  const start = readStart(call.query);
  let from: Uint8Array | undefined = Buffer.compare(start, first) > 0 ? start : first;
  while (from) {
    const row = call.objects.rows.first({ bucket, from, ...(before ? { before } : {}) });
    if (!row) return;
    const cut = delimiter === '' ? -1 : row.key.indexOf(delimiter, prefix.length);
    const common = row.key.slice(0, cut + delimiter.length);
    // A common prefix stands for all its keys: the walk jumps over them.
    const next: Uint8Array | undefined = cut < 0 ? justAfter(row.key) : followingPrefix(Buffer.from(common));
    yield cut < 0 ? { row, next } : { prefix: common, next };
    from = next;
  }
}

/** A token is the first key that has not been considered yet. */
function readStart(query: S3Request['query']): Uint8Array {
  const token = query.get('continuation-token');
  if (token === undefined)
    return query.has('start-after') ? justAfter(query.get('start-after') ?? '') : Buffer.alloc(0);
  const start = Buffer.from(token, 'base64url');
  if (start.length > 0 && start.toString('base64url') === token) return start;
  throw new S3Error('InvalidArgument', { message: 'The continuation token provided is incorrect' });
}
