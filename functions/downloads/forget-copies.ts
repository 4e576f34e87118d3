import { HeadObjectCommand } from '@aws-sdk/client-s3';
import { s3Client } from '../aws/clients.ts';
import { mapConcurrent } from '../aws/map-concurrent.ts';
import { mediaBucket } from '../aws/settings.ts';
import { isNotFound } from '../storage/is-not-found.ts';
import { itemOfOriginal } from '../storage/object-keys.ts';
import { forgetCopyFacts } from '../table/processing-result.ts';
import type { ArchiveEntry } from './archive-entries.ts';

const ITEMS_AT_ONCE = 16;

/**
 * Takes back what items say of their clean copies where no plan is stored: if one of them would be put together otherwise by now, so
 * may all be. The next ZIP finds it out anew for all of them, instead of for one after another. Safe to repeat.
 * @param isOverdue the next ZIP that finds such a copy goes on with what is left then
 */
export async function forgetCopiesWithoutPlan(
  entries: readonly ArchiveEntry[],
  isOverdue: () => boolean,
): Promise<void> {
  await mapConcurrent(entries, ITEMS_AT_ONCE, async ({ key, planKey, crc32 }) => {
    const item = itemOfOriginal(key);
    if (planKey === undefined || !item || isOverdue() || (await isStored(planKey))) return;
    await forgetCopyFacts(item, { crc32 });
  });
}

async function isStored(key: string): Promise<boolean> {
  try {
    await s3Client().send(new HeadObjectCommand({ Bucket: mediaBucket(), Key: key }));
    return true;
  } catch (error) {
    if (isNotFound(error)) return false;
    throw error;
  }
}
