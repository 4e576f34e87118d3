import { calculateHighlights } from '../../shared/contract/highlights.ts';
import { messages } from '../../shared/messages.ts';
import { assertMay } from '../domain/access.ts';
import { highlightsModel } from '../aws/settings.ts';
import { AppError } from '../domain/app-error.ts';
import { type Person, personKeyOf } from '../domain/caller.ts';
import { candidateOf, isApprovedPhoto } from '../highlights/candidate.ts';
import { MIN_HIGHLIGHTS } from '../../shared/values/min-highlights.ts';
import { rerankHighlights } from '../highlights/rerank-highlights.ts';
import { modelPorts } from '../highlights/bedrock-model.ts';
import { mediaCookies } from '../storage/rendition-urls.ts';
import { highlightViews } from '../highlights/highlight-views.ts';
import { http } from './kit/http.ts';
import type { HighlightPick } from '../highlights/pick-highlights.ts';
import { type EventContext, requireEventContext } from '../table/event-context.ts';
import { takeModelTurn } from '../table/rate-limit-windows.ts';
import {
  getHighlights,
  type HighlightBasis,
  isSameBasis,
  listForHighlights,
  putHighlights,
  READ_BUDGET,
  votesVersion,
} from '../highlights/highlight-store.ts';

export const handler = http(calculateHighlights, async ({ params, caller, now }) => {
  const context = await requireEventContext(params.eventId, caller);
  assertMay('manage', context.access);
  // Read before the items, so that what changes meanwhile counts as changed next time.
  const [earlier, basis] = await Promise.all([getHighlights(params.eventId), basisNow(context)]);
  const picks = isSameBasis(earlier.basis, basis)
    ? earlier.picks
    : await chooseAnew(context, basis, { caller, now });
  return {
    status: 200,
    body: await highlightViews(context, picks, { caller, now }),
    cookies: await mediaCookies(params.eventId, now),
  };
});

const basisNow = async ({ event, contents }: EventContext): Promise<HighlightBasis> => ({
  openChanges: contents.openChanges,
  votes: await votesVersion(event.id),
  model: highlightsModel() ?? null,
});

/** @throws AppError 400 if there are too few photos */
async function chooseAnew(
  { event, counts }: EventContext,
  basis: HighlightBasis,
  { caller, now }: { caller: Person; now: Date },
): Promise<readonly HighlightPick[]> {
  const items = await listForHighlights(event.id, counts.approved);
  if (items.filter(isApprovedPhoto).length < MIN_HIGHLIGHTS) {
    throw new AppError('invalid', 'too_few_photos', { message: messages.tooFewHighlights });
  }
  const candidates = items.flatMap((media) => candidateOf(media) ?? []);
  const model = modelPorts();
  const mayAsk = model !== undefined && (await takeModelTurn(personKeyOf(caller), now));
  const { picks, isFinal } = await rerankHighlights({ candidates, items }, mayAsk ? model : undefined);
  // An index may lag behind the counts. What was chosen from too few or too many is shown, and chosen again next time. Of
  // a larger event only a part is read.
  const isAll = counts.approved > READ_BUDGET || items.length === counts.approved;
  const isAsWished = isAll && isFinal && mayAsk === (model !== undefined);
  await putHighlights({ eventId: event.id, picks, basis: isAsWished ? basis : undefined }, now);
  return picks;
}
