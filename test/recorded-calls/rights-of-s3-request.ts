import type { AwsRequest } from './rights-of-request.ts';

/**
 * The rights of a request to S3 with the bucket in its path. HEAD needs the right to read; beginning, writing
 * and completing a multipart upload need the right to put; a copy reads one object and puts another. Reading also
 * needs the right to list, or a missing object would be a 403. Source: Amazon S3 API Reference, "Permissions" of
 * each operation.
 */
export function rightsOfS3Request({ method, url, header, body }: AwsRequest): string[] {
  const { searchParams: query, pathname } = url;
  const at = prefixOf(pathname);
  if (isBucket(pathname)) {
    if (method === 'GET') {
      const action = query.has('versions') ? 'ListBucketVersions' : 'ListBucket';
      return [`s3:${action} ${leadingFolders(query.get('prefix') ?? '')}`];
    }
    if (method === 'POST' && query.has('delete'))
      return [...body.matchAll(/<Key>([^<]+)<\/Key>(<VersionId>)?/g)].map(
        ([, key = '', version]) => `s3:${deletion(version !== undefined)} ${leadingFolders(key)}`,
      );
    return [`s3:${method} bucket`];
  }
  switch (method) {
    case 'GET':
      return query.has('uploadId') ? [`s3:ListMultipartUploadParts ${at}`] : reading(at);
    case 'HEAD':
      return reading(at);
    case 'POST':
    case 'PUT': {
      const source = header('x-amz-copy-source');
      return [`s3:PutObject ${at}`, ...(source ? readingSource(trimmed(source)) : [])];
    }
    case 'DELETE':
      return [
        query.has('uploadId')
          ? `s3:AbortMultipartUpload ${at}`
          : `s3:${deletion(query.has('versionId'))} ${at}`,
      ];
    default:
      return [`s3:${method} ${at}`];
  }
}

const deletion = (isOfVersion: boolean): string => (isOfVersion ? 'DeleteObjectVersion' : 'DeleteObject');

const reading = (prefix: string): string[] => [`s3:GetObject ${prefix}`, `s3:ListBucket ${prefix}`];

function readingSource(source: string): string[] {
  const [path = '', version] = source.split('?');
  const prefix = prefixOf(`/${path}`);
  return version === undefined
    ? reading(prefix)
    : [`s3:GetObjectVersion ${prefix}`, `s3:ListBucketVersions ${prefix}`];
}

/** An object's folders, from its path with the bucket. */
export function prefixOf(path: string): string {
  return leadingFolders(decodeURIComponent(path).split('/').slice(2).join('/'));
}

/** `media/open/` of `media/open/{event}/{item}/tile.webp`: names are words, ids never are. */
function leadingFolders(key: string): string {
  return /^(?:[a-z]+\/)*/.exec(key)?.[0] ?? '';
}

function isBucket(path: string): boolean {
  return path.split('/').filter(Boolean).length < 2;
}

function trimmed(source: string): string {
  return source.replace(/^\//, '');
}
