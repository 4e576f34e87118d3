import { crc32 } from 'node:zlib';
import type { ByteSource } from '../media/byte-source.ts';
import { type CopyPlan, lengthOf, OddFile } from './copy-pieces.ts';

const CHUNK_BYTES = 1_048_576;

/**
 * A copy's bytes, a megabyte at most at a time.
 * @throws OddFile if the source is shorter than the plan says
 */
export async function* readCopy({ pieces }: CopyPlan, source: ByteSource): AsyncGenerator<Buffer> {
  for (const piece of pieces) {
    for (let done = 0; done < lengthOf(piece); done += CHUNK_BYTES) {
      const length = Math.min(CHUNK_BYTES, lengthOf(piece) - done);
      if (piece.kind === 'made') yield piece.bytes.subarray(done, done + length);
      else if (piece.kind === 'fill') yield Buffer.alloc(length, piece.byte);
      else yield await exactly(source, piece.from + done, length);
    }
  }
}

async function exactly(source: ByteSource, from: number, length: number): Promise<Buffer> {
  const bytes = await source.read(from, length);
  if (bytes.length !== length) throw new OddFile('it ends too early');
  return bytes;
}

/** The CRC-32 of a copy, as ZIP has it. */
export async function copyChecksum(plan: CopyPlan, source: ByteSource): Promise<number> {
  let sum = 0;
  for await (const chunk of readCopy(plan, source)) sum = crc32(chunk, sum);
  return sum;
}
