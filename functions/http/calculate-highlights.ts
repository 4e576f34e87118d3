import { calculateHighlights } from '../../shared/contract/highlights.ts';
import { messages } from '../../shared/messages.ts';
import { assertMay } from '../domain/access.ts';
import { AppError } from '../domain/app-error.ts';
import { candidateOf, isApprovedPhoto } from '../domain/highlights/candidate.ts';
import { MIN_HIGHLIGHTS } from '../domain/highlights/pick.ts';
import { chooseHighlights } from '../highlights/choose.ts';
import { modelPorts } from '../highlights/model.ts';
import { mediaCookies } from '../objects/access-urls.ts';
import { viewsOfHighlights } from '../objects/highlight-views.ts';
import { http } from '../platform/http.ts';
import { requireEventContext } from '../table/event-context.ts';
import { listForHighlights, putHighlights } from '../table/highlights.ts';

export const handler = http(calculateHighlights, async ({ params, caller, now }) => {
  const context = await requireEventContext(params.eventId, caller);
  assertMay('manage', context.standing);
  const items = await listForHighlights(params.eventId, context.tally.approved);
  if (items.filter(isApprovedPhoto).length < MIN_HIGHLIGHTS) {
    throw new AppError('invalid', 'too_few_photos', { message: messages.tooFewHighlights });
  }
  const candidates = items.flatMap((media) => candidateOf(media) ?? []);
  const picks = await chooseHighlights({ candidates, items }, modelPorts());
  await putHighlights({ eventId: params.eventId, picks }, now);
  return {
    status: 200,
    body: await viewsOfHighlights(context, picks, { caller, now }),
    cookies: await mediaCookies(params.eventId, now),
  };
});
