import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CleanCopy, planCopy } from '../copies/plan-copy.ts';
import type { CopyFacts, MediaRecord } from '../domain/records.ts';
import { captureTime } from '../domain/wall-time.ts';
import { downloadOriginal } from '../storage/originals.ts';

/** The name of the file that says how an item's clean copy is put together. */
const PLAN_NAME = 'copy.json';

/** What an item's row says of its clean copy. */
export const copyFacts = ({ extension, sizeBytes, crc32 }: CleanCopy): CopyFacts => ({
  name: PLAN_NAME,
  extension,
  sizeBytes,
  crc32,
});

/**
 * Plans an item's clean copy from its original, for the time of one task.
 * @returns undefined if the original is gone; the task gets undefined if no copy can be put together from it
 */
export async function withPlannedCopy<T>(
  media: MediaRecord,
  task: (copy: CleanCopy | undefined, file: string) => Promise<T>,
): Promise<T | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'copy-'));
  try {
    const file = join(folder, 'original');
    if (!(await downloadOriginal(media, file))) return undefined;
    return await task(await planCopy(file, captureTime(media)), file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
