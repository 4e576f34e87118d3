import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { crc32 } from 'node:zlib';

export type ContentHash = {
  /** Lower case hex, 64 digits. */
  readonly sha256: string;
  /** Unsigned, as ZIP (APPNOTE 4.4.7) stores it. */
  readonly crc32: number;
  readonly bytes: number;
};

/**
 * SHA-256, CRC-32 and length of a file (by path) or of any stream of byte chunks, in one pass and with
 * memory for one chunk. Rejects with the stream's own error.
 */
export async function hashContent(input: string | AsyncIterable<Uint8Array>): Promise<ContentHash> {
  const chunks: AsyncIterable<Uint8Array> =
    typeof input === 'string' ? createReadStream(input, { highWaterMark: 1_048_576 }) : input;
  const hash = createHash('sha256');
  let crc = 0;
  let bytes = 0;
  for await (const chunk of chunks) {
    hash.update(chunk);
    crc = crc32(chunk, crc);
    bytes += chunk.length;
  }
  return { sha256: hash.digest('hex'), crc32: crc, bytes };
}
