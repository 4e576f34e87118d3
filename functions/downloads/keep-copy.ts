import { Readable } from 'node:stream';
import { readCopy } from '../copies/read-copy.ts';
import { COPY_OFFERED_SECONDS } from '../domain/file-lifetimes.ts';
import type { MediaRecord } from '../domain/records.ts';
import { openFile } from '../media/byte-source.ts';
import { findCopy, putCopy, removeCopies } from '../storage/copy-files.ts';
import { copyKey } from '../storage/object-keys.ts';
import { getMedia } from '../table/media.ts';
import { withPlannedCopy } from './plan-item-copy.ts';

/** An item's clean copy in the bucket. */
export type KeptCopy = { readonly key: string; readonly mime: string };

/**
 * An item's clean copy: the one that is kept, or one that is put together now and then kept for a day. Undefined if
 * none can be put together from the original, or the item is gone meanwhile.
 */
export async function keepCopy(media: MediaRecord, now: Date): Promise<KeptCopy | undefined> {
  const copy = media.facts?.copy;
  if (copy === null || copy?.standIn) return undefined;
  const key = copyKey(media);
  const kept = await findCopy(key, new Date(now.getTime() - COPY_OFFERED_SECONDS * 1000));
  if (kept) return { key, ...kept };
  const mime = await putTogether(media, key);
  if (mime === undefined) return undefined;
  // What took the item away meanwhile has looked for copies before this one was there.
  if ((await getMedia(media.id))?.statusVersion === media.statusVersion) return { key, mime };
  await removeCopies(media);
  return undefined;
}

/** @returns its type, if it could be put together */
async function putTogether(media: MediaRecord, key: string): Promise<string | undefined> {
  return withPlannedCopy(media, async (copy, file) => {
    if (!copy) return undefined;
    const { plan, mime, sizeBytes } = copy;
    await using source = await openFile(file);
    await putCopy(key, { mime, sizeBytes, open: () => Readable.from(readCopy(plan, source)) });
    return mime;
  });
}
