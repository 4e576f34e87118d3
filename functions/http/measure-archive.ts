import { measureArchive } from '../../shared/contract/downloads.ts';
import { assertMay } from '../domain/access.ts';
import { measureGallery } from '../downloads/measure-gallery.ts';
import { requireEventContext } from '../table/event-context.ts';
import { http } from './kit/http.ts';

export const handler = http(measureArchive, async ({ params, caller, now }) => {
  const context = await requireEventContext(params.eventId, caller);
  assertMay('see-media', context.access);
  return { status: 200, body: await measureGallery(context, now) };
});
