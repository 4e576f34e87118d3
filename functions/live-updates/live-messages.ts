import {
  LIVE_MESSAGE_BYTES,
  type LiveItem,
  type LiveMessage,
  liveItem,
} from '../../shared/contract/live-updates.ts';
import { accessOf } from '../domain/access.ts';
import type { EventRecord, MediaRecord } from '../domain/records.ts';
import { uploaderNames } from '../gallery/uploader-names.ts';
import { mediaViewOf } from '../gallery/views.ts';
import { openRenditionUrls } from '../storage/rendition-urls.ts';

const NOBODY = { kind: 'anonymous' } as const;

/** Approved items as everybody sees them: the view of somebody without a name, less what is about the viewer. */
export async function liveItemsOf(
  items: readonly MediaRecord[],
  event: EventRecord,
  now: Date,
): Promise<LiveItem[]> {
  const access = accessOf(NOBODY, event, undefined);
  const nameOf = await uploaderNames(items, NOBODY, { access, event, now });
  return items.map((media) => {
    const view = mediaViewOf(media, {
      caller: NOBODY,
      access,
      hasVoted: false,
      uploaderName: nameOf(media),
      urlOf: openRenditionUrls(media),
    });
    return liveItem.parse({ ...view, version: media.statusVersion });
  });
}

type Parts = { [K in 'items' | 'votes' | 'gone']?: NonNullable<LiveMessage[K]> };

/** As few messages as say all of it, none of them longer than `LIVE_MESSAGE_BYTES`. */
export function messagesOf(parts: Parts): LiveMessage[] {
  const messages: LiveMessage[] = [];
  let bytes = Infinity;
  const entries = (['gone', 'items', 'votes'] as const).flatMap((kind) =>
    (parts[kind] ?? []).map((entry) => ({ kind, entry })),
  );
  for (const { kind, entry } of entries) {
    // The name of its list, at most, and a comma.
    const more = Buffer.byteLength(JSON.stringify(entry)) + '"items":[],'.length;
    if (bytes + more > LIVE_MESSAGE_BYTES) {
      messages.push({});
      bytes = 2;
    }
    const message = messages.at(-1) as Record<string, unknown[]>;
    (message[kind] ??= []).push(entry);
    bytes += more;
  }
  return messages;
}
