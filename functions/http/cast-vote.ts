import { castVote } from '../../shared/contract/votes.ts';
import { assertMay, assertVotable } from '../domain/access.ts';
import { personKeyOf } from '../domain/caller.ts';
import { http } from './kit/http.ts';
import { admitNewcomer } from './kit/proof-of-work.ts';
import { requireMediaAccess } from '../table/event-context.ts';
import { countAfterVote } from '../table/vote-counts.ts';
import { castVote as storeVote } from '../table/votes.ts';

export const handler = http(castVote, async ({ params, caller, now, event: request }) => {
  const { event, media, membership, access } = await requireMediaAccess(params.mediaId, caller);
  assertMay('vote', access);
  // Before anybody is counted as having come.
  assertVotable(media);
  const newcomer = membership?.hasPlace ? undefined : { event, person: caller, now };
  if (newcomer) await admitNewcomer(request, newcomer, now);
  await storeVote({ media, voter: personKeyOf(caller), newcomer }, now);
  const count = await countAfterVote(media.id, now);
  return { status: 200, body: { count, hasVoted: true } };
});
