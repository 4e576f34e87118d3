import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import * as z from 'zod/mini';
import type { HeaderMap } from './request-target.ts';
import { S3Error } from './s3-error.ts';

/** The algorithms that Node has. S3 knows CRC32C and CRC64NVME besides: those are refused, never taken unchecked. */
export const checksumAlgorithm = z.enum(['CRC32', 'SHA1', 'SHA256']);
export type ChecksumAlgorithm = z.infer<typeof checksumAlgorithm>;

/** `value` is base64, with `-{parts}` behind it where it is a checksum of the parts' checksums. */
export const checksum = z.object({
  algorithm: checksumAlgorithm,
  value: z.string(),
  type: z.enum(['FULL_OBJECT', 'COMPOSITE']),
});
export type Checksum = z.infer<typeof checksum>;

const SIZES: Record<ChecksumAlgorithm, number> = { CRC32: 4, SHA1: 20, SHA256: 32 };
const PREFIX = 'x-amz-checksum-';
/** Headers that begin alike but carry no checksum. */
const ATTRIBUTES = new Set(['algorithm', 'mode', 'type']);

export type RunningChecksum = { update(chunk: Uint8Array): void; base64(): string };

/** A checksum over chunks as they pass. */
export function startChecksum(algorithm: ChecksumAlgorithm | 'MD5'): RunningChecksum {
  if (algorithm === 'CRC32') {
    let value = 0;
    return {
      update: (chunk) => {
        value = crc32(chunk, value);
      },
      base64: () => {
        const bytes = Buffer.alloc(4);
        bytes.writeUInt32BE(value);
        return bytes.toString('base64');
      },
    };
  }
  const hash = createHash(algorithm.toLowerCase());
  return { update: (chunk) => void hash.update(chunk), base64: () => hash.digest('base64') };
}

/** @throws S3Error NotImplemented for an algorithm that cannot be checked here. */
export function readAlgorithm(name: string): ChecksumAlgorithm {
  const parsed = checksumAlgorithm.safeParse(name.toUpperCase());
  if (!parsed.success) throw new S3Error('NotImplemented', { detail: { Header: `${PREFIX}${name}` } });
  return parsed.data;
}

/** What the sender says of its body: a checksum's value, or only its algorithm where the value follows the body. */
export type ExpectedChecksum = { algorithm: ChecksumAlgorithm; value?: string };

/**
 * Reads `x-amz-checksum-*` or, where a trailer will carry it, `x-amz-trailer`.
 * @throws S3Error InvalidRequest for several or malformed ones, NotImplemented
 */
export function readExpectedChecksum(headers: HeaderMap): ExpectedChecksum | undefined {
  const given = [...headers].filter(([name]) => isChecksumHeader(name));
  const trailer = headers.get('x-amz-trailer')?.toLowerCase();
  if (given.length + (trailer === undefined ? 0 : 1) > 1) {
    throw new S3Error('InvalidRequest', {
      message: 'Expecting a single x-amz-checksum- header. Multiple checksum Types are not allowed.',
    });
  }
  const [first] = given;
  if (first) return { algorithm: algorithmOf(first[0]), value: readValue(first[0], first[1]) };
  if (trailer !== undefined) {
    if (!isChecksumHeader(trailer)) throw new S3Error('MalformedTrailerError');
    return { algorithm: algorithmOf(trailer) };
  }
  if (headers.has('x-amz-sdk-checksum-algorithm')) {
    throw new S3Error('InvalidRequest', {
      message:
        'x-amz-sdk-checksum-algorithm specified, but no corresponding x-amz-checksum-* or x-amz-trailer headers were found.',
    });
  }
  return undefined;
}

/** @throws S3Error InvalidRequest where the value is not base64 of the algorithm's size. */
export function readValue(header: string, value: string): string {
  if (isDigest(value, SIZES[algorithmOf(header)])) return value;
  throw new S3Error('InvalidRequest', { message: `Value for ${header} header is invalid.` });
}

/** @throws S3Error InvalidDigest */
export function readContentMd5(headers: HeaderMap): string | undefined {
  const value = headers.get('content-md5');
  if (value !== undefined && !isDigest(value, 16)) throw new S3Error('InvalidDigest');
  return value;
}

/** The headers that tell a checksum. */
export function checksumHeaders(sum: Checksum | undefined): Record<string, string> {
  if (!sum) return {};
  return { [`${PREFIX}${sum.algorithm.toLowerCase()}`]: sum.value, [`${PREFIX}type`]: sum.type };
}

/** The same as elements of an answer's document. */
export function checksumElements(sum: Checksum | undefined): Record<string, string> {
  return sum ? { [`Checksum${sum.algorithm}`]: sum.value, ChecksumType: sum.type } : {};
}

function isChecksumHeader(name: string): boolean {
  return name.startsWith(PREFIX) && !ATTRIBUTES.has(name.slice(PREFIX.length));
}

function algorithmOf(header: string): ChecksumAlgorithm {
  return readAlgorithm(header.slice(PREFIX.length));
}

function isDigest(text: string, sizeBytes: number): boolean {
  const bytes = Buffer.from(text, 'base64');
  return bytes.length === sizeBytes && bytes.toString('base64') === text;
}
