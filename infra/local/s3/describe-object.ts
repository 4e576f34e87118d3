import { type Checksum, checksumHeaders } from './checksums.ts';
import type { Description, ObjectRow } from './object-rows.ts';
import type { HeaderMap } from './request-target.ts';
import { S3Error } from './s3-error.ts';

const KEPT = ['cache-control', 'content-disposition', 'content-language', 'expires'];
const META = 'x-amz-meta-';
const MAX_METADATA_BYTES = 2048;
const DEFAULT_TYPE = 'binary/octet-stream';

/**
 * What a request says about the object it makes.
 * @throws S3Error MetadataTooLarge above 2 KB of user metadata, names and values together
 */
export function readDescription(headers: HeaderMap, sum?: Checksum): Description {
  const kept = KEPT.flatMap((name) => {
    const value = headers.get(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  const encoding = storedEncoding(headers.get('content-encoding') ?? '');
  const metadata = [...headers]
    .filter(([name]) => name.startsWith(META))
    .map(([name, value]) => [name.slice(META.length), value] as const);
  const metadataBytes = metadata.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  if (metadataBytes > MAX_METADATA_BYTES) {
    throw new S3Error('MetadataTooLarge', {
      detail: { Size: metadataBytes, MaxSizeAllowed: MAX_METADATA_BYTES },
    });
  }
  return {
    headers: {
      'content-type': headers.get('content-type') ?? DEFAULT_TYPE,
      ...Object.fromEntries(kept),
      ...(encoding === '' ? {} : { 'content-encoding': encoding }),
    },
    metadata: Object.fromEntries(metadata),
    ...(sum ? { checksum: sum } : {}),
  };
}

/** `aws-chunked` is how the body travelled, not what it is. */
function storedEncoding(header: string): string {
  const codings = header.split(',').map((coding) => coding.trim());
  return codings.filter((coding) => coding !== '' && coding.toLowerCase() !== 'aws-chunked').join(',');
}

/** The headers with which an object is given out. */
export function objectHeaders(row: ObjectRow): Record<string, string> {
  const metadata = Object.entries(row.metadata).map(([name, value]) => [`${META}${name}`, value]);
  return {
    ...row.headers,
    ...Object.fromEntries(metadata),
    etag: quoted(row.eTag),
    'last-modified': new Date(row.modifiedMs).toUTCString(),
    'accept-ranges': 'bytes',
  };
}

/** The headers that answer a write. */
export function writtenHeaders({ eTag, checksum }: { eTag: string; checksum?: Checksum }) {
  return { etag: quoted(eTag), ...checksumHeaders(checksum) };
}

export function quoted(eTag: string): string {
  return `"${eTag}"`;
}
