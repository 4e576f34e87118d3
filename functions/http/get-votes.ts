import { guestId } from '../../shared/contract/ids.ts';
import { getVotes } from '../../shared/contract/votes.ts';
import { assertMay } from '../domain/access.ts';
import { notFound } from '../domain/app-error.ts';
import { keyOfCaller, type PersonKey } from '../domain/caller.ts';
import { http } from './kit/http.ts';
import { requireMediaAccess, requireVisible } from '../table/event-context.ts';
import { countVotes } from '../table/vote-counts.ts';
import { hasVoted } from '../table/votes.ts';

export const handler = http(
  getVotes,
  async ({ params, query, caller }) => {
    const context = await requireMediaAccess(params.mediaId, caller);
    assertMay('see-media', context.access);
    requireVisible(context, caller);
    const voter = keyOfCaller(caller) ?? namedGuest(query.guestId);
    const [voted, count] = await Promise.all([
      voter ? hasVoted({ media: context.media, voter }) : false,
      countVotes(context.media.id),
    ]);
    if (count === undefined) throw notFound();
    return { status: 200, body: { count, hasVoted: voted } };
  },
  { acceptsBareGuestId: true },
);

/** A guest id without a token grants nothing, but whether that guest voted is no secret. */
function namedGuest(id: string | undefined): PersonKey | undefined {
  return guestId.safeParse(id).success ? `guest:${id}` : undefined;
}
