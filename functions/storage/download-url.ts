import { GetObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { s3Client } from '../aws/clients.ts';
import { mediaBucket } from '../aws/settings.ts';
import { SIGNED_URL_SECONDS } from '../domain/file-lifetimes.ts';

/** A signed URL that downloads one object as an attachment with the given file name. */
export async function downloadUrl(key: string, fileName: string): Promise<string> {
  // RFC 6266: an ASCII name for old clients, the real one in UTF-8.
  const plain = fileName.replaceAll(/[^\w. -]/g, '_');
  const disposition = `attachment; filename="${plain}"; filename*=UTF-8''${encodeRfc5987(fileName)}`;
  return getSignedUrl(
    s3Client(),
    new GetObjectCommand({
      Bucket: mediaBucket(),
      Key: key,
      ResponseContentDisposition: disposition,
    }),
    { expiresIn: SIGNED_URL_SECONDS },
  );
}

function encodeRfc5987(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
