import { guestId } from '../../shared/contract/ids.ts';
import { getVotes } from '../../shared/contract/votes.ts';
import { assertMay } from '../domain/access.ts';
import { keyOfCaller, type PersonKey } from '../domain/caller.ts';
import { http } from './kit/http.ts';
import { requireMediaContext, requireVisible } from '../table/event-context.ts';
import { hasVoted } from '../table/votes.ts';

export const handler = http(
  getVotes,
  async ({ params, query, caller }) => {
    const context = await requireMediaContext(params.mediaId, caller);
    assertMay('see-media', context.access);
    requireVisible(context, caller);
    const voter = keyOfCaller(caller) ?? namedGuest(query.guestId);
    const voted = voter ? await hasVoted({ media: context.media, voter }) : false;
    return { status: 200, body: { count: context.media.voteCount, hasVoted: voted } };
  },
  { acceptsBareGuestId: true },
);

/** A guest id without a token grants nothing, but whether that guest voted is no secret. */
function namedGuest(id: string | undefined): PersonKey | undefined {
  return guestId.safeParse(id).success ? `guest:${id}` : undefined;
}
