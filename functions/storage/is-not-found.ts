import { S3ServiceException } from '@aws-sdk/client-s3';

/**
 * Whether S3 says that an object is not there. For a missing key it answers 403 instead of 404 to a client
 * that may not list it, such as most of our functions. An object that they may read is never forbidden.
 */
export function isNotFound(error: unknown): boolean {
  return error instanceof S3ServiceException && [403, 404].includes(error.$metadata.httpStatusCode ?? 0);
}
