import type { HighlightView } from '../../shared/contract/highlights.ts';
import { type Caller, keyOfCaller } from '../domain/caller.ts';
import type { HighlightPick } from './pick-highlights.ts';
import { withRecentVotes } from '../gallery/own-votes.ts';
import { uploaderNames } from '../gallery/uploader-names.ts';
import { mediaViewOf } from '../gallery/views.ts';
import type { EventContext } from '../table/event-context.ts';
import { listMediaByIds, listVotedAmong } from './highlight-store.ts';
import { renditionUrls } from '../storage/rendition-urls.ts';

/**
 * Picks as the API returns them, in their order: only items that are approved now, whatever they were when
 * picked.
 */
export async function highlightViews(
  { event, access }: EventContext,
  picks: readonly HighlightPick[],
  { caller, now }: { caller: Caller; now: Date },
): Promise<HighlightView[]> {
  const ids = picks.map(({ mediaId }) => mediaId);
  const voter = keyOfCaller(caller);
  const [items, voted] = await Promise.all([
    listMediaByIds(ids),
    voter ? listVotedAmong(ids, { eventId: event.id, voter }) : new Map<string, string>(),
  ]);
  const [shown, nameOf] = await Promise.all([
    withRecentVotes(items, voted, now),
    uploaderNames(items, caller, { access, event, now }),
  ]);
  const byId = new Map(shown.map((media) => [media.id, media]));
  const views = await Promise.all(
    picks.map(async ({ mediaId, score, reason }) => {
      const media = byId.get(mediaId);
      if (media?.status !== 'approved') return [];
      const urlOf = await renditionUrls(media, now);
      const view = mediaViewOf(media, {
        caller,
        access,
        hasVoted: voted.has(media.id),
        uploaderName: nameOf(media),
        urlOf,
      });
      return [{ ...view, score, reason }];
    }),
  );
  return views.flat();
}
