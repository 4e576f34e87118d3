import { writePlan } from '../copies/copy-pieces.ts';
import { type CleanCopy, cleanBytes } from '../copies/plan-copy.ts';
import type { MediaFacts } from '../domain/records.ts';
import type { captureTime } from '../domain/wall-time.ts';
import { copyFacts } from '../downloads/plan-item-copy.ts';
import type { StandIn } from '../media/stand-in.ts';
import type { RenditionFile } from '../storage/renditions.ts';

type Parts = { readonly facts: MediaFacts; readonly files: readonly RenditionFile[] };

/**
 * Adds how the clean copy is put together from the original, and what it is then, while the original is at hand. Of a
 * damaged or odd one there is none, but a file that stands in for it.
 */
export async function withCleanCopy(
  { facts, files, isDamaged, standIn }: Parts & { isDamaged: boolean; standIn: StandIn | undefined },
  { copy, captured }: { copy: CleanCopy | undefined; captured: ReturnType<typeof captureTime> },
): Promise<Parts> {
  if (copy && !isDamaged) {
    const known = copyFacts(copy);
    const plan = { name: known.name, mime: 'application/json', bytes: writePlan(copy.plan) };
    return { facts: { ...facts, copy: known }, files: [...files, plan] };
  }
  if (!standIn) return { facts: { ...facts, copy: null }, files };
  const { kind, extension, mime } = standIn;
  const { bytes, crc32 } = await cleanBytes(standIn.bytes, captured);
  const file = { name: `copy.${extension}`, mime, bytes };
  const known = { name: file.name, extension, standIn: kind, sizeBytes: bytes.length, crc32 };
  return { facts: { ...facts, copy: known }, files: [...files, file] };
}
