import { S3ServiceException } from '@aws-sdk/client-s3';

/**
 * Whether the store says that an object is not there. Who may not list the bucket is told 403 instead of 404
 * for a missing key, and our functions may not: an object that they may read is never forbidden.
 */
export function isNotFound(error: unknown): boolean {
  return error instanceof S3ServiceException && [403, 404].includes(error.$metadata.httpStatusCode ?? 0);
}
