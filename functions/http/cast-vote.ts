import { castVote } from '../../shared/contract/votes.ts';
import { assertMay } from '../domain/access.ts';
import { personKeyOf } from '../domain/caller.ts';
import { http } from './kit/http.ts';
import { requireMediaContext } from '../table/event-context.ts';
import { ensureMembership } from '../table/membership-capacity.ts';
import { castVote as storeVote } from '../table/votes.ts';

export const handler = http(castVote, async ({ params, caller, now }) => {
  const { event, media, membership, access } = await requireMediaContext(params.mediaId, caller);
  assertMay('vote', access);
  if (!membership) await ensureMembership(event, { person: caller, now });
  const count = await storeVote({ media, voter: personKeyOf(caller) }, now);
  return { status: 200, body: { count, hasVoted: true } };
});
