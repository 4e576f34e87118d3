import { describe, expect, it } from 'vitest';
import { made, planOf, range } from '../../../functions/copies/copy-pieces.ts';
import { readCopy } from '../../../functions/copies/read-copy.ts';
import { fillSpan, rangeOf, type Span, spansOf } from '../../../functions/downloads/read-planned-copy.ts';
import { bufferSource } from '../../../functions/media/byte-source.ts';

const FAR = 400_000;
const source = Buffer.from(Array.from({ length: FAR + 400 }, (_, at) => at % 251));
const plan = planOf([
  made('head'),
  range(100, 50),
  { kind: 'fill', byte: 0, length: 7 },
  range(160, 30),
  made('between'),
  range(FAR, 100),
  range(20, 10),
]);

const whole = async (): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of readCopy(plan, bufferSource(source))) chunks.push(chunk);
  return Buffer.concat(chunks);
};

/** A range of the source as a store sends it, a few bytes at a time. */
async function* sent(span: Span): AsyncGenerator<Buffer> {
  const { from, length } = rangeOf(span);
  for (let at = from; at < from + length; at += 7) yield source.subarray(at, Math.min(at + 7, from + length));
}

async function stretch(from: number, length: number): Promise<Buffer> {
  const into = Buffer.alloc(length, 0xee);
  for (const span of spansOf(plan, from, into))
    expect(await fillSpan(span, sent(span))).toBe(rangeOf(span).length);
  return into;
}

describe('a stretch of a copy', () => {
  it('is what lies there in the whole copy, wherever it begins and ends', async () => {
    const copy = await whole();
    for (let from = 0; from < copy.length; from += 3) {
      for (const length of [1, 4, 61, copy.length - from]) {
        const end = Math.min(from + length, copy.length);
        expect((await stretch(from, end - from)).equals(copy.subarray(from, end))).toBe(true);
      }
    }
  });

  it('asks once for what is near in the object, and anew for what is far or before', () => {
    const into = Buffer.alloc(plan.sizeBytes);
    expect(spansOf(plan, 0, into).map(rangeOf)).toEqual([
      { from: 100, length: 90 },
      { from: FAR, length: 100 },
      { from: 20, length: 10 },
    ]);
  });
});
