import { completeUpload } from './complete-upload.ts';
import { copyObject } from './copy-object.ts';
import { deleteObjects } from './delete-objects.ts';
import { listObjects } from './list-objects.ts';
import { listVersions } from './list-versions.ts';
import { abortUpload, createUpload, listParts } from './multipart-upload.ts';
import type { Operation } from './operation.ts';
import { getObject, headObject } from './read-object.ts';
import type { HeaderMap } from './request-target.ts';
import { S3Error } from './s3-error.ts';
import { uploadPart } from './upload-part.ts';
import { deleteObject, putObject } from './write-object.ts';

type Route = {
  /** S3's name of the operation. */
  name: string;
  method: string;
  on: 'bucket' | 'object';
  /** Parameters that must all be present. */
  needs?: readonly string[];
  /** A header that must be present. */
  header?: string;
  /** Further parameters that it accepts. */
  takes?: readonly string[];
  /** Further headers that it obeys. */
  obeys?: readonly string[];
  run: Operation;
};

const CHECKSUM = ['x-amz-checksum-crc32', 'x-amz-sdk-checksum-algorithm'];
/** Browsers add the conditions by themselves: when they revalidate a picture, and when they resume a download. */
const READING = ['range', 'if-match', 'if-none-match', 'if-modified-since', 'if-unmodified-since'];

/** All operations; the more specific ones come first. */
export const ROUTES: readonly Route[] = [
  {
    name: 'UploadPart',
    method: 'PUT',
    on: 'object',
    needs: ['partNumber', 'uploadId'],
    obeys: CHECKSUM,
    run: uploadPart,
  },
  {
    name: 'CopyObject',
    method: 'PUT',
    on: 'object',
    header: 'x-amz-copy-source',
    obeys: ['x-amz-copy-source-if-match', 'x-amz-metadata-directive'],
    run: copyObject,
  },
  {
    name: 'PutObject',
    method: 'PUT',
    on: 'object',
    obeys: ['if-none-match', ...CHECKSUM],
    run: putObject,
  },
  { name: 'CreateMultipartUpload', method: 'POST', on: 'object', needs: ['uploads'], run: createUpload },
  {
    name: 'CompleteMultipartUpload',
    method: 'POST',
    on: 'object',
    needs: ['uploadId'],
    obeys: ['x-amz-mp-object-size'],
    run: completeUpload,
  },
  {
    name: 'ListParts',
    method: 'GET',
    on: 'object',
    needs: ['uploadId'],
    takes: ['part-number-marker'],
    run: listParts,
  },
  {
    name: 'GetObject',
    method: 'GET',
    on: 'object',
    takes: ['response-content-disposition'],
    obeys: READING,
    run: getObject,
  },
  { name: 'HeadObject', method: 'HEAD', on: 'object', obeys: READING, run: headObject },
  { name: 'AbortMultipartUpload', method: 'DELETE', on: 'object', needs: ['uploadId'], run: abortUpload },
  { name: 'DeleteObject', method: 'DELETE', on: 'object', takes: ['versionId'], run: deleteObject },
  {
    name: 'ListObjectsV2',
    method: 'GET',
    on: 'bucket',
    needs: ['list-type'],
    takes: ['prefix', 'max-keys', 'continuation-token'],
    run: listObjects,
  },
  {
    name: 'ListObjectVersions',
    method: 'GET',
    on: 'bucket',
    needs: ['versions'],
    takes: ['prefix', 'key-marker', 'version-id-marker', 'max-keys'],
    run: listVersions,
  },
  {
    name: 'DeleteObjects',
    method: 'POST',
    on: 'bucket',
    needs: ['delete'],
    obeys: CHECKSUM,
    run: deleteObjects,
  },
];

/** Headers that every request may carry: those of its signature, and the SDK's about itself. */
const COMMON = ['x-amz-content-sha256', 'x-amz-date', 'x-amz-user-agent'];

/** Headers that change what S3 does, besides those that begin with `x-amz-`. */
const ACTED_UPON =
  /^(range|if-(none-)?match|if-(un)?modified-since|expires|content-(md5|encoding|disposition|language))$/;

type Asked = { method: string; key: string; query: ReadonlyMap<string, string>; headers: HeaderMap };

/**
 * Finds the operation that a request asks for. What S3 would obey and this server does not is refused, never
 * ignored: it would pass here and have an effect in AWS.
 * @throws S3Error NotImplemented, MethodNotAllowed
 */
export function route({ method, key, query, headers }: Asked): Operation {
  const on = key === '' ? 'bucket' : 'object';
  const found = ROUTES.find(
    (one) =>
      one.method === method &&
      one.on === on &&
      (one.needs ?? []).every((name) => query.has(name)) &&
      (one.header === undefined || headers.has(one.header)),
  );
  if (!found)
    throw new S3Error('MethodNotAllowed', { detail: { Method: method, ResourceType: on.toUpperCase() } });
  refuseOthers(found, { query, headers });
  return found.run;
}

function refuseOthers(
  { needs = [], takes = [], header = '', obeys = [] }: Route,
  { query, headers }: Pick<Asked, 'query' | 'headers'>,
): void {
  const obeyed = [...COMMON, header, ...obeys];
  const otherHeader = [...headers.keys()].find(
    (name) => (name.startsWith('x-amz-') || ACTED_UPON.test(name)) && !obeyed.includes(name),
  );
  if (otherHeader !== undefined) throw new S3Error('NotImplemented', { detail: { Header: otherHeader } });
  const taken = [...needs, ...takes, 'x-id'];
  const other = [...query.keys()].find((name) => !taken.includes(name) && !/^x-amz-/i.test(name));
  if (other === undefined) return;
  throw new S3Error('NotImplemented', {
    message: 'This server takes no such parameter with this operation.',
    detail: { Parameter: other },
  });
}
