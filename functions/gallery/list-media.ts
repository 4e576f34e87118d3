import type { MediaStatus, MediaView } from '../../shared/contract/entities.ts';
import type { SortBy } from '../../shared/contract/media.ts';
import { type Caller, keyOfCaller, keyOfId } from '../domain/caller.ts';
import { decodeMediaCursor, encodeMediaCursor, mediaOrder } from '../domain/media-cursor.ts';
import { withRecentVotes } from './own-votes.ts';
import { removalsIn } from '../domain/moderation.ts';
import { uploaderNames } from './uploader-names.ts';
import { mediaViewOf } from './views.ts';
import { isKnownEmpty, listScopesFor } from '../domain/visibility.ts';
import type { EventContext } from '../table/event-context.ts';
import { listMediaPage } from '../table/media-lists.ts';
import { listVotesAmong } from '../table/votes.ts';
import { mediaCookies, renditionUrls } from '../storage/rendition-urls.ts';

type MediaListRequest = {
  readonly sortBy: SortBy;
  readonly order?: 'asc' | 'desc' | undefined;
  readonly status?: MediaStatus | undefined;
  /** Only the caller's own items. */
  readonly mine?: boolean;
  /** Only the items of the person with this id. */
  readonly uploader?: string | undefined;
  readonly cursor?: string | undefined;
  readonly limit: number;
};

export type MediaListing = {
  readonly items: MediaView[];
  /** Where the next page begins; undefined at the end. */
  readonly nextCursor: string | undefined;
  /** `Set-Cookie` values that open the items' files. */
  readonly cookies: string[];
};

/**
 * A page of an event's media as the caller may see it, for the call that lists them and for the event page
 * that embeds the first one.
 * @throws AppError if the caller may not see that list, and 400 for another list's cursor
 */
export async function listMediaFor(
  { event, access, counts, contents, membership }: EventContext,
  request: MediaListRequest,
  { caller, now }: { caller: Caller; now: Date },
): Promise<MediaListing> {
  const scopes = listScopesFor(caller, access, request).filter(
    // Another person's counts are not at hand.
    (scope) => request.uploader !== undefined || !isKnownEmpty(scope, { counts, membership }),
  );
  const order = mediaOrder(request.sortBy, request.order);
  const after = decodeMediaCursor(order, request.cursor);
  const viewer = keyOfCaller(caller);
  const person = request.uploader === undefined ? viewer : keyOfId(request.uploader);
  const { limit } = request;
  const shared = { removals: removalsIn(counts, contents), changes: contents.openChanges, now };
  const listed = listMediaPage({ eventId: event.id, scopes, viewer: person, order, after, limit, shared });
  const [page, nameOf, votes, cookies] = await Promise.all([
    listed,
    listed.then(({ items }) => uploaderNames(items, caller, { access, event, now })),
    viewer
      ? listVotesAmong(
          listed.then(({ items }) => items),
          { eventId: event.id, voter: viewer },
        )
      : new Map<string, string>(),
    mediaCookies(event.id, now),
  ]);
  const shown = await withRecentVotes(page.items, votes, now);
  const items = await Promise.all(
    shown.map(async (media) =>
      mediaViewOf(media, {
        caller,
        access,
        hasVoted: votes.has(media.id),
        uploaderName: nameOf(media),
        urlOf: await renditionUrls(media, now),
      }),
    ),
  );
  return { items, nextCursor: page.next && encodeMediaCursor(order, page.next), cookies };
}
