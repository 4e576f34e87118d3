import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { listMedia } from '../../shared/contract/media.ts';
import { keyOfCaller } from '../domain/caller.ts';
import { decodeCursor, encodeCursor, mediaOrder } from '../domain/media-page.ts';
import { mediaViewOf } from '../domain/views.ts';
import { scopesOf } from '../domain/visibility.ts';
import { mediaCookies, renditionUrls } from '../objects/access-urls.ts';
import { http } from '../platform/http.ts';
import { requireEventContext } from '../table/event-context.ts';
import { listMediaPage } from '../table/media-lists.ts';
import { listVotedIds } from '../table/votes.ts';

export const handler = http(listMedia, async ({ params, query, caller, now, event }) => {
  const { standing } = await requireEventContext(params.eventId, caller);
  const scopes = scopesOf(caller, standing, query.status);
  const order = mediaOrder(query.sortBy, query.order);
  const after = decodeCursor(order, query.cursor);
  const viewer = keyOfCaller(caller);
  const [page, voted] = await Promise.all([
    listMediaPage({ eventId: params.eventId, scopes, viewer, order, after, limit: query.limit }),
    viewer ? listVotedIds(params.eventId, viewer) : new Set<string>(),
  ]);
  const body = await Promise.all(
    page.items.map(async (media) =>
      mediaViewOf(media, {
        caller,
        standing,
        hasVoted: voted.has(media.id),
        urlOf: await renditionUrls(media, now),
      }),
    ),
  );
  return {
    status: 200,
    body,
    headers: page.next && { link: nextLink(event, encodeCursor(order, page.next)) },
    cookies: await mediaCookies(params.eventId, now),
  };
});

/** The same request from a cursor on. Source: RFC 8288. */
function nextLink(event: APIGatewayProxyEventV2, cursor: string): string {
  const query = new URLSearchParams(event.rawQueryString);
  query.set('cursor', cursor);
  return `<${event.rawPath}?${query.toString()}>; rel="next"`;
}
