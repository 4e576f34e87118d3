import { PutObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { s3Client } from '../aws/clients.ts';
import { mediaBucket } from '../aws/settings.ts';
import { SIGNED_URL_SECONDS } from '../domain/file-lifetimes.ts';
import { incomingKey } from './object-keys.ts';

/**
 * A URL to PUT one file to. Type and length, if the client states them, are signed into it, so that S3 itself
 * refuses anything else; with `once` it refuses a second file, too.
 */
export async function uploadUrl(
  uploadId: string,
  options: { contentType: string | undefined; fileSizeBytes: number | undefined; once: boolean },
): Promise<string> {
  const command = new PutObjectCommand({
    Bucket: mediaBucket(),
    Key: incomingKey(uploadId),
    ContentType: options.contentType,
    ContentLength: options.fileSizeBytes,
    ...(options.once && { IfNoneMatch: '*' }),
  });
  return getSignedUrl(s3Client(), command, {
    expiresIn: SIGNED_URL_SECONDS,
    signableHeaders: new Set([
      'host',
      ...(options.contentType === undefined ? [] : ['content-type']),
      ...(options.fileSizeBytes === undefined ? [] : ['content-length']),
      ...(options.once ? ['if-none-match'] : []),
    ]),
    // As a query parameter it would be signed but not obeyed.
    unhoistableHeaders: new Set(['if-none-match']),
  });
}
