import { createdKeys, objectCreated } from '../domain/job-messages.ts';
import type { MediaRecord } from '../domain/records.ts';
import { isFinished } from '../domain/rendition-names.ts';
import { itemOfOriginal } from '../storage/object-keys.ts';
import { getMedia } from '../table/media.ts';

/** An item to work on; with `edition`, what is finished is made again under that name. */
type Unfinished = { readonly key: string; readonly media: MediaRecord; readonly edition: string | undefined };

/**
 * The items whose originals a notification names, except those deleted since or finished by an earlier
 * delivery.
 */
export async function* unfinishedOriginals(body: unknown): AsyncGenerator<Unfinished> {
  const created = objectCreated.parse(body);
  const { edition } = created;
  for (const key of createdKeys(created)) {
    const item = itemOfOriginal(key);
    const media = item && (await getMedia(item.id));
    if (media && !isFinished(media, edition)) yield { key, media, edition };
  }
}
