import { saveGuestMedia } from '../../shared/contract/media.ts';
import { assertMay } from '../domain/access.ts';
import { saveToEvent } from '../uploads/save-to-event.ts';
import { http } from './kit/http.ts';
import { requireEventAccess } from '../table/event-context.ts';

export const handler = http(saveGuestMedia, async ({ params, body, caller, now }) => {
  const context = await requireEventAccess(params.eventId, caller);
  assertMay('upload-as-guest', context.access);
  const { view, isNew } = await saveToEvent({ context, caller, body, now });
  return { status: isNew ? 201 : 200, body: view };
});
