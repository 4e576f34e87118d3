import type { Box } from './boxes.ts';
import { OddFile } from './copy-pieces.ts';

/** A sample's bytes, or those of a whole chunk of samples that need not be told apart. */
export type Sample = { readonly from: number; readonly length: number };

/** As many as an hour of 4K at 60 pictures a second has, and its sound. */
const MAX_SAMPLES = 1_000_000;

/**
 * Where a track's samples are in the file, by its tables (ISO 14496-12, 8.7). Samples that are all of one size come as
 * chunks.
 * @throws OddFile
 */
export function samplesOf(header: Buffer, boxes: ReadonlyMap<string, Box>): Sample[] {
  const offsets = chunkOffsets(header, boxes);
  const counts = samplesPerChunk(table(header, boxes.get('stsc'), { entryBytes: 12 }));
  const sizes = sampleSizes(header, boxes.get('stsz'));
  const samples: Sample[] = [];
  let index = 0;
  for (const [chunk, offset] of offsets.entries()) {
    const count = counts(chunk + 1);
    if (sizes.each > 0)
      samples.push({ from: offset, length: Math.min(count, sizes.count - index) * sizes.each });
    let from = offset;
    for (let sample = index; sizes.each === 0 && sample < Math.min(index + count, sizes.count); sample += 1) {
      samples.push({ from, length: sizes.at(sample) });
      from += sizes.at(sample);
    }
    index = Math.min(index + count, sizes.count);
    if (samples.length > MAX_SAMPLES) throw new OddFile('too many samples');
  }
  return samples;
}

type Table = { readonly count: number; readonly at: number };

/** A list of entries behind version, flags, and how many there are. */
function table(
  header: Buffer,
  box: Box | undefined,
  { entryBytes, countAt = 4 }: { entryBytes: number; countAt?: number },
): Table & { header: Buffer } {
  if (!box || box.body + countAt + 4 > box.end) throw new OddFile('a table is missing');
  const count = header.readUInt32BE(box.body + countAt);
  const at = box.body + countAt + 4;
  if (at + count * entryBytes > box.end) throw new OddFile('a table is too short');
  return { header, count, at };
}

function chunkOffsets(header: Buffer, boxes: ReadonlyMap<string, Box>): number[] {
  const isLong = boxes.has('co64');
  const { count, at } = table(header, boxes.get(isLong ? 'co64' : 'stco'), { entryBytes: isLong ? 8 : 4 });
  if (count > MAX_SAMPLES) throw new OddFile('too many chunks');
  return Array.from({ length: count }, (_, index) =>
    isLong ? Number(header.readBigUInt64BE(at + index * 8)) : header.readUInt32BE(at + index * 4),
  );
}

/** Says how many samples a chunk has, asked for one chunk after the other from 1: each row of the table holds until the next. */
function samplesPerChunk({ header, count, at }: Table & { header: Buffer }): (chunk: number) => number {
  let row = 0;
  const firstOf = (index: number): number => header.readUInt32BE(at + index * 12);
  return (chunk) => {
    while (row + 1 < count && firstOf(row + 1) <= chunk) row += 1;
    return count === 0 ? 0 : header.readUInt32BE(at + row * 12 + 4);
  };
}

function sampleSizes(
  header: Buffer,
  box: Box | undefined,
): { each: number; count: number; at: (sample: number) => number } {
  const each = box && box.body + 8 <= box.end ? header.readUInt32BE(box.body + 4) : 0;
  if (each > 0 && box && box.body + 12 <= box.end)
    return { each, count: header.readUInt32BE(box.body + 8), at: () => each };
  const { count, at } = table(header, box, { entryBytes: 4, countAt: 8 });
  return { each: 0, count, at: (sample) => header.readUInt32BE(at + sample * 4) };
}
