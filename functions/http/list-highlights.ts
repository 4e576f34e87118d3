import { listHighlights } from '../../shared/contract/highlights.ts';
import { assertMay } from '../domain/access.ts';
import { mediaCookies } from '../objects/access-urls.ts';
import { viewsOfHighlights } from '../objects/highlight-views.ts';
import { http } from '../platform/http.ts';
import { requireEventContext } from '../table/event-context.ts';
import { getHighlights } from '../table/highlights.ts';

export const handler = http(listHighlights, async ({ params, caller, now }) => {
  const context = await requireEventContext(params.eventId, caller);
  assertMay('see-media', context.standing);
  const picks = await getHighlights(params.eventId);
  return {
    status: 200,
    body: await viewsOfHighlights(context, picks, { caller, now }),
    cookies: await mediaCookies(params.eventId, now),
  };
});
