import { createHash } from 'node:crypto';
import {
  type Checksum,
  readContentMd5,
  readExpectedChecksum,
  readValue,
  startChecksum,
} from './checksums.ts';
import type { HeaderMap } from './request-target.ts';
import { S3Error } from './s3-error.ts';

type Promised = { headers: HeaderMap; /** `x-amz-content-sha256` */ payload: string };

export type BodyVerifier = {
  update(chunk: Uint8Array): void;
  /** Takes what follows a chunked body. */
  onTrailer: (trailer: ReadonlyMap<string, string>) => void;
  /** @throws S3Error XAmzContentSHA256Mismatch, BadDigest */
  finish(): { md5Hex: string; checksum?: Checksum };
};

/**
 * Holds a body against all that its sender promised: the signed SHA-256, Content-MD5, and a checksum in a header or
 * in a trailer.
 * @throws S3Error InvalidDigest, InvalidRequest, NotImplemented where a promise cannot be read
 */
export function startVerifier({ headers, payload }: Promised): BodyVerifier {
  const expected = readExpectedChecksum(headers);
  const contentMd5 = readContentMd5(headers);
  const md5 = startChecksum('MD5');
  const sum = expected && startChecksum(expected.algorithm);
  const sha256 = /^[0-9a-f]{64}$/.test(payload) ? createHash('sha256') : undefined;
  let promised = expected?.value;

  function onTrailer(trailer: ReadonlyMap<string, string>): void {
    if (!expected || expected.value !== undefined) return;
    const name = `x-amz-checksum-${expected.algorithm.toLowerCase()}`;
    const value = trailer.get(name);
    if (value === undefined) throw new S3Error('MalformedTrailerError');
    promised = readValue(name, value);
  }

  return {
    onTrailer,
    update(chunk) {
      md5.update(chunk);
      sum?.update(chunk);
      sha256?.update(chunk);
    },
    finish() {
      const md5Base64 = md5.base64();
      if (sha256 && sha256.digest('hex') !== payload) throw new S3Error('XAmzContentSHA256Mismatch');
      if (contentMd5 !== undefined && contentMd5 !== md5Base64) throw new S3Error('BadDigest');
      const md5Hex = Buffer.from(md5Base64, 'base64').toString('hex');
      if (!expected || !sum) return { md5Hex };
      const { algorithm } = expected;
      const value = sum.base64();
      if (value === promised) return { md5Hex, checksum: { algorithm, value, type: 'FULL_OBJECT' } };
      throw new S3Error('BadDigest', {
        message: `The ${algorithm} you specified did not match the calculated checksum.`,
      });
    },
  };
}
