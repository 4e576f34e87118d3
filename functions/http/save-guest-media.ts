import { saveGuestMedia } from '../../shared/contract/media.ts';
import { assertMay } from '../domain/access.ts';
import { saveToEvent } from '../uploads/save-to-event.ts';
import { http } from './kit/http.ts';
import { admitNewcomer } from './kit/proof-of-work.ts';
import { requireEventAccess } from '../table/event-context.ts';

export const handler = http(saveGuestMedia, async ({ params, body, caller, now, event: request }) => {
  const context = await requireEventAccess(params.eventId, caller);
  assertMay('upload-as-guest', context.access);
  const admit = () => admitNewcomer(request, { event: context.event, person: caller }, now);
  const { view, isNew } = await saveToEvent({ context, caller, body, now, admit });
  return { status: isNew ? 201 : 200, body: view };
});
