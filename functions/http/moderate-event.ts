import { moderateEvent } from '../../shared/contract/media.ts';
import { assertMay } from '../domain/access.ts';
import { reconcileFilesNow } from '../storage/reconcile-files-now.ts';
import { http } from './kit/http.ts';
import { requireEventContext } from '../table/event-context.ts';
import { setMediaStatus } from '../table/media-changes.ts';
import { listByStatus } from '../table/media-lists.ts';

/** How many items one call moderates: few enough to finish well before its time-out. */
const BATCH = 50;
/** Later than any instant. */
const LATEST = '~';

export const handler = http(moderateEvent, async ({ params, body, caller, now }) => {
  const { event, access } = await requireEventContext(params.eventId, caller);
  assertMay('manage', access);
  const { status, from, uploadedUntil = LATEST } = body;
  const oldest = await listByStatus(event.id, { status: from, limit: BATCH });
  const batch = oldest.filter(({ uploadedAt }) => uploadedAt <= uploadedUntil);
  for (const media of batch) {
    await setMediaStatus(media, { status, from, by: caller.userId, now });
    await reconcileFilesNow(media);
  }
  const { counts } = await requireEventContext(event.id, caller);
  return { status: 200, body: { moderated: batch.length, remaining: counts[from] } };
});
