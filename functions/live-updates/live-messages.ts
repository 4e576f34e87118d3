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
import { uploaderTagOf } from './uploader-tags.ts';

const NOBODY = { kind: 'anonymous' } as const;

/** What orders an item's counts of votes: each time that its row's count is written it grows by one. */
export const votesVersionOf = ({ voteRollUp }: MediaRecord): number => voteRollUp?.version ?? 0;

/** Approved items as everybody sees them: the view of somebody without a name, less what is about the viewer. */
export async function liveItemsOf(
  items: readonly MediaRecord[],
  { event, now, tagSecret }: { event: EventRecord; now: Date; tagSecret: string | undefined },
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
    return liveItem.parse({
      ...view,
      version: media.statusVersion,
      votesVersion: votesVersionOf(media),
      // Nobody has a ticket, and so a key, before there is a secret.
      ...(tagSecret !== undefined && { uploaderTag: uploaderTagOf(tagSecret, media) }),
    });
  });
}

type Parts = { [K in 'items' | 'votes' | 'gone']?: NonNullable<LiveMessage[K]> };

/**
 * As few messages as say all of it, none of them longer than `LIVE_MESSAGE_BYTES`. The last one says the counts, which thus
 * change once, and not before what they count.
 */
export function messagesOf(parts: Parts, counts: NonNullable<LiveMessage['counts']>): LiveMessage[] {
  const messages: LiveMessage[] = [];
  const ofCounts = Buffer.byteLength(JSON.stringify({ counts }));
  let bytes = Infinity;
  const entries = (['gone', 'items', 'votes'] as const).flatMap((kind) =>
    (parts[kind] ?? []).map((entry) => ({ kind, entry })),
  );
  for (const { kind, entry } of entries) {
    // The name of its list, at most, and a comma.
    const more = Buffer.byteLength(JSON.stringify(entry)) + '"items":[],'.length;
    if (bytes + more > LIVE_MESSAGE_BYTES) {
      messages.push({});
      bytes = ofCounts + ','.length;
    }
    const message = messages.at(-1) as Record<string, unknown[]>;
    (message[kind] ??= []).push(entry);
    bytes += more;
  }
  return messages.map((message, at) => (at === messages.length - 1 ? { ...message, counts } : message));
}
