import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { HeaderMap } from './request-target.ts';
import { S3Error } from './s3-error.ts';

type Promised = { headers: HeaderMap; /** `x-amz-content-sha256` */ payload: string };

export type BodyVerifier = {
  update(chunk: Uint8Array): void;
  /** @returns the body's MD5 in hex. @throws S3Error XAmzContentSHA256Mismatch, BadDigest */
  finish(): string;
};

/**
 * Checks a body against the signed SHA-256 and the CRC32 header of its sender. Requests with other checksums
 * never get this far.
 * @throws S3Error InvalidRequest if a checksum header is malformed
 */
export function startVerifier({ headers, payload }: Promised): BodyVerifier {
  const promisedCrc = readCrc32(headers);
  const md5 = createHash('md5');
  const sha256 = /^[0-9a-f]{64}$/.test(payload) ? createHash('sha256') : undefined;
  let crc = 0;
  return {
    update(chunk) {
      md5.update(chunk);
      sha256?.update(chunk);
      if (promisedCrc !== undefined) crc = crc32(chunk, crc);
    },
    finish() {
      if (sha256 && sha256.digest('hex') !== payload) throw new S3Error('XAmzContentSHA256Mismatch');
      if (promisedCrc !== undefined && promisedCrc !== crc) {
        throw new S3Error('BadDigest', {
          message: 'The CRC32 you specified did not match the calculated checksum.',
        });
      }
      return md5.digest('hex');
    },
  };
}

function readCrc32(headers: HeaderMap): number | undefined {
  const value = headers.get('x-amz-checksum-crc32');
  if (value === undefined) {
    if (!headers.has('x-amz-sdk-checksum-algorithm')) return undefined;
    throw new S3Error('InvalidRequest', {
      message:
        'x-amz-sdk-checksum-algorithm specified, but no corresponding x-amz-checksum-* or x-amz-trailer headers were found.',
    });
  }
  const bytes = Buffer.from(value, 'base64');
  if (bytes.length === 4 && bytes.toString('base64') === value) return bytes.readUInt32BE();
  throw new S3Error('InvalidRequest', { message: 'Value for x-amz-checksum-crc32 header is invalid.' });
}
