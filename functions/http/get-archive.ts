import { getArchive } from '../../shared/contract/downloads.ts';
import { archiveReply } from '../downloads/archive-reply.ts';
import { assertMay } from '../domain/access.ts';
import { notFound } from '../domain/app-error.ts';
import { isExpired, isForViewer } from '../downloads/archive.ts';
import { http } from './kit/http.ts';
import { getArchive as readArchive } from '../downloads/archive-store.ts';
import { requireEventContext } from '../table/event-context.ts';

export const handler = http(getArchive, async ({ params, caller, now }) => {
  const context = await requireEventContext(params.eventId, caller);
  assertMay('see-media', context.access);
  const archive = await readArchive({ id: params.archiveId, eventId: params.eventId });
  if (!archive || isExpired(archive, now) || !isForViewer(archive, context.access)) throw notFound();
  return { status: 200, body: await archiveReply({ archive, context }, now) };
});
