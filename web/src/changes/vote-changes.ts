import type { QueryClient } from '@tanstack/react-query';
import { queryKeys } from '../lib/query-keys.ts';
import { markStale, recordChange } from './change-log.ts';
import { rankItem } from './item-lists.ts';
import type { MediaPages } from './media-pages.ts';
import { changeCounts, findItem, recordInLists } from './record-in-lists.ts';
import { byViewer } from './viewing.ts';

export type VoteState = { readonly count: number; readonly hasVoted: boolean };

type Vote = { eventId: string; mediaId: string; state: VoteState; isPending: boolean };

/** The viewer has voted or taken a vote back. Shown where the item is, without moving it. */
export const voteChanged = byViewer((client, { eventId, mediaId, state, isPending }: Vote) => {
  const before = findItem(client, { eventId, id: mediaId });
  const vote = { voteCount: state.count, hasVoted: state.hasVoted };
  const after = before && { ...before, ...vote };
  recordInLists(client, {
    id: `vote ${mediaId}`,
    eventId,
    update: (known) => (known.id === mediaId ? { ...known, ...vote } : known),
    isPending,
  });
  // Others' votes keep it in the ranking: only with the first one can the server's index be without it. Nor is it, if the
  // other lists have lost it meanwhile.
  const isFirst = state.hasVoted && state.count === 1;
  const missing = () => (isFirst ? findItem(client, { eventId, id: mediaId }) : undefined);
  recordChange(client, {
    id: `ranked ${mediaId}`,
    scope: { queryKey: queryKeys.galleryOrder(eventId, 'votes') },
    patch: (data, query) => rankItem(data as MediaPages, { id: mediaId, missing }, query),
    isPending,
  });
  if (before && after) changeCounts(client, eventId, { before, after });
});

/**
 * The server has the viewer's vote. A ranking on the screen stays as it is until it is next shown; one that was opened
 * while the vote was on its way is read again.
 */
export function voteSettled(
  client: QueryClient,
  { eventId, isRankingShown }: { eventId: string; isRankingShown: boolean },
): void {
  void markStale(
    client,
    { queryKey: queryKeys.galleryOrder(eventId, 'votes') },
    { refetches: !isRankingShown },
  );
  void markStale(client, { queryKey: queryKeys.events });
}
