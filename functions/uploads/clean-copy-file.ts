import { writePlan } from '../copies/copy-plan.ts';
import { planCopy } from '../copies/plan-copy.ts';
import type { MediaFacts } from '../domain/records.ts';
import type { captureTime } from '../domain/wall-time.ts';
import { copyFacts } from '../downloads/planned-copy.ts';
import type { RenditionFile } from '../storage/renditions.ts';

/**
 * Adds how the clean copy is put together from the original, and what it is then, while the original is at hand. Of a
 * damaged one there is none.
 */
export async function withCleanCopy(
  { facts, files, isDamaged }: { facts: MediaFacts; files: readonly RenditionFile[]; isDamaged: boolean },
  { file, captured }: { file: string; captured: ReturnType<typeof captureTime> },
): Promise<{ facts: MediaFacts; files: readonly RenditionFile[] }> {
  const copy = isDamaged ? undefined : await planCopy(file, captured);
  if (!copy) return { facts: { ...facts, copy: null }, files };
  const known = copyFacts(copy);
  return {
    facts: { ...facts, copy: known },
    files: [...files, { name: known.name, mime: 'application/json', bytes: writePlan(copy.plan) }],
  };
}
