import { createdKeys, objectCreated } from '../domain/job-messages.ts';
import type { MediaRecord } from '../domain/records.ts';
import { isFinished } from '../domain/rendition-names.ts';
import { itemOfOriginal } from '../storage/object-keys.ts';
import { removeOriginal } from '../storage/originals.ts';
import { getMedia } from '../table/media.ts';

/** An item to work on; with `edition`, what is finished is made again under that name. */
type Unfinished = {
  readonly key: string;
  readonly media: MediaRecord;
  readonly edition: string | undefined;
  readonly takenMs: number | undefined;
};

/**
 * The items whose originals a notification names, except those finished by an earlier delivery, and those deleted
 * since: an item's row comes before its original, so what has none was deleted while it was copied, and nobody else
 * would remove it.
 */
export async function* unfinishedOriginals(body: unknown): AsyncGenerator<Unfinished> {
  const created = objectCreated.parse(body);
  const { edition, takenMs } = created;
  for (const key of createdKeys(created)) {
    const item = itemOfOriginal(key);
    if (!item) continue;
    const media = await getMedia(item.id);
    if (!media) await removeOriginal(item);
    else if (!isFinished(media, edition)) yield { key, media, edition, takenMs };
  }
}
