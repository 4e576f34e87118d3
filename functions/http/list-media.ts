import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { listMedia } from '../../shared/contract/media.ts';
import { listMediaFor } from '../gallery/list-media.ts';
import { http } from './kit/http.ts';
import { requireEventContext } from '../table/event-context.ts';

export const handler = http(listMedia, async ({ params, query, caller, now, event }) => {
  const context = await requireEventContext(params.eventId, caller);
  const { items, nextCursor, cookies } = await listMediaFor(context, query, { caller, now });
  const headers = nextCursor === undefined ? undefined : { link: nextLink(event, nextCursor) };
  return { status: 200, body: items, headers, cookies };
});

/** The same request from a cursor on. Source: RFC 8288. */
function nextLink(event: APIGatewayProxyEventV2, cursor: string): string {
  const query = new URLSearchParams(event.rawQueryString);
  query.set('cursor', cursor);
  return `<${event.rawPath}?${query.toString()}>; rel="next"`;
}
