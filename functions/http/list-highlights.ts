import { listHighlights } from '../../shared/contract/highlights.ts';
import { assertMay } from '../domain/access.ts';
import { mediaCookies } from '../storage/rendition-urls.ts';
import { highlightViews } from '../highlights/highlight-views.ts';
import { http } from './kit/http.ts';
import { requireEventContext } from '../table/event-context.ts';
import { getHighlights } from '../highlights/highlight-store.ts';

export const handler = http(listHighlights, async ({ params, caller, now }) => {
  const context = await requireEventContext(params.eventId, caller);
  assertMay('see-media', context.access);
  const { picks } = await getHighlights(params.eventId);
  return {
    status: 200,
    body: await highlightViews(context, picks, { caller, now }),
    cookies: await mediaCookies(params.eventId, now),
  };
});
