import type { MediaRecord } from '../domain/records.ts';
import { countVotes } from '../table/vote-counts.ts';

/** After that, an item's row has long been brought in line with its votes. */
const RECENT_MS = 2 * 60_000;

/**
 * Items with their exact counts where the viewer voted a moment ago: indexes are late, and in a busy event
 * the counts of lists are, too, but nobody may miss their own vote.
 * @param votes the viewer's, by the item's id: when they were cast
 */
export async function withRecentVotes(
  items: readonly MediaRecord[],
  votes: ReadonlyMap<string, string>,
  now: Date,
): Promise<MediaRecord[]> {
  const recent = new Date(now.getTime() - RECENT_MS).toISOString();
  return Promise.all(
    items.map(async (media) => {
      if ((votes.get(media.id) ?? '') < recent) return media;
      return { ...media, voteCount: (await countVotes(media.id)) ?? media.voteCount };
    }),
  );
}
