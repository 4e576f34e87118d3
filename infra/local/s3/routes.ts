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
import { uploadPart, uploadPartCopy } from './upload-part.ts';
import { deleteObject, putObject } from './write-object.ts';

type Route = {
  method: string;
  on: 'bucket' | 'object';
  /** Parameters that must be there, all of them. */
  needs?: readonly string[];
  /** A header that must be there. */
  header?: string;
  /** Parameters that may be there besides. */
  takes?: readonly string[];
  run: Operation;
};

const OVERRIDES = ['type', 'disposition', 'encoding', 'language'].map((name) => `response-content-${name}`);
const LISTING = [
  'prefix',
  'delimiter',
  'max-keys',
  'continuation-token',
  'start-after',
  'encoding-type',
  'fetch-owner',
];

/** Every operation that there is, the narrower before the wider. */
const ROUTES: readonly Route[] = [
  {
    method: 'PUT',
    on: 'object',
    needs: ['partNumber', 'uploadId'],
    header: 'x-amz-copy-source',
    run: uploadPartCopy,
  },
  { method: 'PUT', on: 'object', needs: ['partNumber', 'uploadId'], run: uploadPart },
  { method: 'PUT', on: 'object', header: 'x-amz-copy-source', run: copyObject },
  { method: 'PUT', on: 'object', run: putObject },
  { method: 'POST', on: 'object', needs: ['uploads'], run: createUpload },
  { method: 'POST', on: 'object', needs: ['uploadId'], run: completeUpload },
  {
    method: 'GET',
    on: 'object',
    needs: ['uploadId'],
    takes: ['max-parts', 'part-number-marker'],
    run: listParts,
  },
  {
    method: 'GET',
    on: 'object',
    takes: [...OVERRIDES, 'response-cache-control', 'response-expires'],
    run: getObject,
  },
  {
    method: 'HEAD',
    on: 'object',
    takes: [...OVERRIDES, 'response-cache-control', 'response-expires'],
    run: headObject,
  },
  { method: 'DELETE', on: 'object', needs: ['uploadId'], run: abortUpload },
  { method: 'DELETE', on: 'object', run: deleteObject },
  { method: 'GET', on: 'bucket', needs: ['list-type'], takes: LISTING, run: listObjects },
  {
    method: 'GET',
    on: 'bucket',
    needs: ['versions'],
    takes: ['key-marker', 'version-id-marker', 'max-keys'],
    run: listVersions,
  },
  { method: 'POST', on: 'bucket', needs: ['delete'], run: deleteObjects },
];

const AMZ_HEADERS =
  /^x-amz-(content-sha256|date|user-agent|decoded-content-length|trailer|sdk-checksum-algorithm|checksum-.+|copy-source(-.+)?|metadata-directive|meta-.+|mp-object-size)$/;

type Asked = { method: string; key: string; query: ReadonlyMap<string, string>; headers: HeaderMap };

/**
 * Finds the operation that a request asks for. What S3 has and this server has not is refused, never ignored: ignored,
 * it would pass here and act in AWS.
 * @throws S3Error NotImplemented, MethodNotAllowed
 */
export function route({ method, key, query, headers }: Asked): Operation {
  const unknownHeader = [...headers.keys()].find(
    (name) => name.startsWith('x-amz-') && !AMZ_HEADERS.test(name),
  );
  if (unknownHeader !== undefined) throw new S3Error('NotImplemented', { detail: { Header: unknownHeader } });

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
  const known = [...(found.needs ?? []), ...(found.takes ?? []), 'x-id'];
  const unknown = [...query.keys()].find((name) => !known.includes(name) && !/^x-amz-/i.test(name));
  if (unknown === undefined) return found.run;
  throw new S3Error('NotImplemented', {
    message: 'This server takes no such parameter with this operation.',
    detail: { Parameter: unknown },
  });
}
