import { withdrawVote } from '../../shared/contract/votes.ts';
import { assertMay } from '../domain/access.ts';
import { personKeyOf } from '../domain/caller.ts';
import { http } from './kit/http.ts';
import { requireMediaAccess } from '../table/event-context.ts';
import { countAfterVote } from '../table/vote-counts.ts';
import { withdrawVote as removeVote } from '../table/votes.ts';

export const handler = http(withdrawVote, async ({ params, caller, now }) => {
  const { media, access } = await requireMediaAccess(params.mediaId, caller);
  assertMay('withdraw-vote', access);
  await removeVote({ media, voter: personKeyOf(caller) });
  const count = await countAfterVote(media.id, now);
  return { status: 200, body: { count, hasVoted: false } };
});
