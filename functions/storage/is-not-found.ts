import { S3ServiceException } from '@aws-sdk/client-s3';

/**
 * Whether S3 says that an object is not there. It says so only to a function that may list the object's prefix, and 403
 * to all others: a 403 is always a failure, of a right, a key or the bucket's policy. Source: Amazon S3 API Reference,
 * GetObject and HeadObject, "Permissions".
 */
export function isNotFound(error: unknown): boolean {
  return error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404;
}
