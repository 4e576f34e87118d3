import { withdrawVote } from '../../shared/contract/votes.ts';
import { assertMay } from '../domain/access.ts';
import { personKeyOf } from '../domain/caller.ts';
import { http } from './kit/http.ts';
import { requireMediaContext } from '../table/event-context.ts';
import { withdrawVote as removeVote } from '../table/votes.ts';

export const handler = http(withdrawVote, async ({ params, caller }) => {
  const { media, access } = await requireMediaContext(params.mediaId, caller);
  assertMay('vote', access);
  const count = await removeVote({ media, voter: personKeyOf(caller) });
  return { status: 200, body: { count, hasVoted: false } };
});
