import { justAfter } from './key-order.ts';
import { quoted } from './object-headers.ts';
import type { ObjectRow } from './object-rows.ts';
import { type S3Response, type S3Request, readCount } from './operation.ts';
import { writeXml, type XmlContent } from './xml.ts';

const MAX_KEYS = 1000;

/**
 * ListObjectVersions as S3 answers it for a bucket that never kept versions: each object once, with the
 * version id `null`, and no delete markers. A page begins after the key marker. @throws S3Error
 * InvalidArgument
 */
export function listVersions(call: S3Request): S3Response {
  const { query } = call;
  const maxKeys = Math.min(
    readCount(query, { name: 'max-keys', fallback: MAX_KEYS, min: 1, max: 2 ** 31 - 1 }),
    MAX_KEYS,
  );
  const keyMarker = query.get('key-marker') ?? '';
  const page: ObjectRow[] = [];
  let row = rowAfter(call, keyMarker);
  while (row && page.length < maxKeys) {
    page.push(row);
    row = rowAfter(call, row.key);
  }
  const xml = writeXml('ListVersionsResult', {
    Name: call.name.bucket,
    KeyMarker: keyMarker,
    VersionIdMarker: query.get('version-id-marker') ?? '',
    MaxKeys: maxKeys,
    IsTruncated: row !== undefined,
    ...(row && { NextKeyMarker: page.at(-1)?.key, NextVersionIdMarker: 'null' }),
    Version: page.map(version),
  });
  return { status: 200, xml };
}

function rowAfter({ name, objects }: S3Request, key: string): ObjectRow | undefined {
  return objects.rows.first({
    bucket: name.bucket,
    from: key === '' ? Buffer.alloc(0) : justAfter(key),
  });
}

function version(row: ObjectRow): XmlContent {
  return {
    Key: row.key,
    VersionId: 'null',
    IsLatest: true,
    LastModified: new Date(row.modifiedMs).toISOString(),
    ETag: quoted(row.eTag),
    Size: row.sizeBytes,
    StorageClass: 'STANDARD',
  };
}
