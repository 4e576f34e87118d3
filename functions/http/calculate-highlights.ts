import { calculateHighlights } from '../../shared/contract/highlights.ts';
import { messages } from '../../shared/messages.ts';
import { assertMay } from '../domain/access.ts';
import { AppError } from '../domain/app-error.ts';
import { candidateOf, isApprovedPhoto } from '../highlights/candidate.ts';
import { MIN_HIGHLIGHTS } from '../../shared/values/min-highlights.ts';
import { chooseHighlights } from '../highlights/choose-highlights.ts';
import { modelPorts } from '../highlights/bedrock-model.ts';
import { mediaCookies } from '../storage/rendition-urls.ts';
import { highlightViews } from '../highlights/highlight-views.ts';
import { http } from './kit/http.ts';
import { requireEventContext } from '../table/event-context.ts';
import { listForHighlights, putHighlights } from '../highlights/highlight-store.ts';

export const handler = http(calculateHighlights, async ({ params, caller, now }) => {
  const context = await requireEventContext(params.eventId, caller);
  assertMay('manage', context.access);
  const items = await listForHighlights(params.eventId, context.counts.approved);
  if (items.filter(isApprovedPhoto).length < MIN_HIGHLIGHTS) {
    throw new AppError('invalid', 'too_few_photos', { message: messages.tooFewHighlights });
  }
  const candidates = items.flatMap((media) => candidateOf(media) ?? []);
  const picks = await chooseHighlights({ candidates, items }, modelPorts());
  await putHighlights({ eventId: params.eventId, picks }, now);
  return {
    status: 200,
    body: await highlightViews(context, picks, { caller, now }),
    cookies: await mediaCookies(params.eventId, now),
  };
});
