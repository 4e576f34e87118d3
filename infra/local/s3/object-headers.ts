import type { ObjectRow } from './object-rows.ts';
import type { HeaderMap } from './request-target.ts';

const DEFAULT_TYPE = 'binary/octet-stream';

/** The headers of an upload that are kept with the object: its type, and how long it may be cached. */
export function storedHeaders(headers: HeaderMap): Record<string, string> {
  const cacheControl = headers.get('cache-control');
  return {
    'content-type': headers.get('content-type') ?? DEFAULT_TYPE,
    ...(cacheControl === undefined ? {} : { 'cache-control': cacheControl }),
  };
}

/** The headers of an object's response. */
export function objectHeaders(row: ObjectRow): Record<string, string> {
  return {
    ...row.headers,
    ...versionHeader(row),
    etag: quoted(row.eTag),
    'last-modified': new Date(row.modifiedMs).toUTCString(),
    'accept-ranges': 'bytes',
  };
}

/** `x-amz-version-id`, if the bucket kept versions when the object was stored. */
export function versionHeader({ versionId }: Pick<ObjectRow, 'versionId'>): Record<string, string> {
  return versionId === undefined ? {} : { 'x-amz-version-id': versionId };
}

export function quoted(eTag: string): string {
  return `"${eTag}"`;
}
