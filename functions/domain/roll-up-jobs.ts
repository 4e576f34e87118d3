import type { Change } from './changes.ts';
import type { RollUpJob } from './job-messages.ts';

type Voted = { readonly eventId: string; readonly mediaId: string; readonly voters: readonly string[] };

/** The item whose vote count a change may affect, and the voter. */
function votedIn(change: Change): Voted[] {
  if (change.kind === 'vote-cast' || change.kind === 'vote-withdrawn') {
    const { kind, eventId, mediaId, voter } = change;
    // A vote that is gone need not be removed with its item.
    return [{ eventId, mediaId, voters: kind === 'vote-cast' ? [voter] : [] }];
  }
  // A roll-up, which may have been overtaken between its reading and its writing: it is checked once more.
  const isRollUp = change.kind === 'media-changed' && change.before.voteCount !== change.after.voteCount;
  if (!isRollUp && change.kind !== 'media-deleted') return [];
  const { eventId, id: mediaId } = change.before;
  return [{ eventId, mediaId, voters: [] }];
}

/** One job for each event that had votes: what came together is counted together. */
export function rollUpJobs(changes: readonly Change[]): RollUpJob[] {
  const byEvent = Map.groupBy(changes.flatMap(votedIn), ({ eventId }) => eventId);
  return [...byEvent].map(([eventId, voted]) => {
    const byItem = Map.groupBy(voted, ({ mediaId }) => mediaId);
    const items = [...byItem].map(([mediaId, all]) => ({
      mediaId,
      voters: [...new Set(all.flatMap(({ voters }) => voters))],
    }));
    return { eventId, items };
  });
}
