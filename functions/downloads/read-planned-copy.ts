import { GetObjectCommand } from '@aws-sdk/client-s3';
import { type CopyPlan, lengthOf, readPlan } from '../copies/copy-pieces.ts';
import { isNotFound } from '../storage/is-not-found.ts';
import { itemOfOriginal } from '../storage/object-keys.ts';
import { s3Client } from '../aws/clients.ts';
import { mediaBucket } from '../aws/settings.ts';
import { getMedia } from '../table/media.ts';
import { forgetCopyFacts } from '../table/processing-result.ts';
import { withPlannedCopy } from './plan-item-copy.ts';
import { OtherCopy, SourceFileGone } from './source-file-gone.ts';

/** A stretch of an object that fills a stretch of memory. */
export type Read = { readonly from: number; readonly into: Buffer };

/** Reads that are near each other in an object, in its order: one request reads them all. */
export type Span = { readonly reads: readonly Read[] };

/** So many bytes that nobody wants are read sooner than asked for around: about what a request takes. */
const NEAR_BYTES = 262_144;

/**
 * What of an object a stretch of a copy needs. What needs none of it is filled in at once.
 * @param from where in the copy the stretch begins
 */
export function spansOf({ pieces }: CopyPlan, from: number, into: Buffer): Span[] {
  const spans: Read[][] = [];
  let at = -from;
  for (const piece of pieces) {
    const [begin, end] = [Math.max(at, 0), Math.min(at + lengthOf(piece), into.length)];
    const skipped = begin - at;
    at += lengthOf(piece);
    if (begin >= end) continue;
    const target = into.subarray(begin, end);
    if (piece.kind === 'made') piece.bytes.copy(target, 0, skipped);
    else if (piece.kind === 'fill') target.fill(piece.byte);
    else addRead(spans, { from: piece.from + skipped, into: target });
  }
  return spans.map((reads) => ({ reads }));
}

function addRead(spans: Read[][], read: Read): void {
  const last = spans.at(-1)?.at(-1);
  const gap = last === undefined ? -1 : read.from - last.from - last.into.length;
  if (gap >= 0 && gap <= NEAR_BYTES) spans.at(-1)?.push(read);
  else spans.push([read]);
}

/** The bytes of an object from the first to the last that a span wants. */
export function rangeOf({ reads }: Span): { from: number; length: number } {
  const [first, last] = [reads[0], reads.at(-1)];
  const from = first?.from ?? 0;
  return { from, length: last ? last.from + last.into.length - from : 0 };
}

/** Fills a span's memory from its range of the object. @returns how many bytes came */
export async function fillSpan({ reads }: Span, chunks: AsyncIterable<Buffer>): Promise<number> {
  const start = reads[0]?.from ?? 0;
  let [at, next] = [start, 0];
  for await (const chunk of chunks) {
    const end = at + chunk.length;
    for (let read = reads[next]; read && read.from < end; read = reads[next]) {
      const offset = Math.max(at, read.from);
      chunk.copy(read.into, offset - read.from, offset - at);
      if (read.from + read.into.length > end) break;
      next += 1;
    }
    at = end;
  }
  return at - start;
}

type Planned = {
  readonly key: string;
  readonly planKey: string;
  readonly sizeBytes: number;
  readonly crc32: number;
};

const KEPT_PLANS = 32;
const plans = new Map<string, Promise<CopyPlan>>();

/**
 * How a copy is put together from its object. A large file is asked for part by part.
 * @throws SourceFileGone if the item is gone
 * @throws OtherCopy if there is no plan of the copy that is asked for
 */
export async function planFor(entry: Planned): Promise<CopyPlan> {
  // A later ZIP may ask for another copy with its plan in the same place.
  const name = `${entry.planKey} ${entry.crc32}`;
  const known = plans.get(name);
  if (known) return known;
  const plan = getPlan(entry);
  plans.set(name, plan);
  // What failed is asked for again.
  plan.catch(() => plans.delete(name));
  const [oldest] = plans.keys();
  if (plans.size > KEPT_PLANS && oldest !== undefined) plans.delete(oldest);
  return plan;
}

async function getPlan(entry: Planned): Promise<CopyPlan> {
  try {
    const { Body } = await s3Client().send(
      new GetObjectCommand({ Bucket: mediaBucket(), Key: entry.planKey }),
    );
    return readPlan((await Body?.transformToString()) ?? '');
  } catch (error) {
    if (isNotFound(error)) return oneAtATime(() => planAnew(entry));
    throw error;
  }
}

/**
 * Of an item that an earlier release processed or moved there is no plan. If it would have put the copy together otherwise, or if
 * none can be put together by now, what the item says of the copy is forgotten: the next ZIP has it anew.
 */
async function planAnew({ key, sizeBytes, crc32 }: Planned): Promise<CopyPlan> {
  const item = itemOfOriginal(key);
  const media = item && (await getMedia(item.id));
  const planned = media && (await withPlannedCopy(media, async (copy) => ({ copy })));
  if (!planned) throw new SourceFileGone();
  const { copy } = planned;
  if (copy?.sizeBytes === sizeBytes && copy.crc32 === crc32) return copy.plan;
  await forgetCopyFacts(media, { crc32 });
  throw new OtherCopy();
}

let before: Promise<unknown> = Promise.resolve();

/** The disk of a function takes some originals, not many. */
async function oneAtATime<T>(task: () => Promise<T>): Promise<T> {
  const mine = before.then(task);
  before = mine.catch(() => undefined);
  return mine;
}
