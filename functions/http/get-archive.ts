import { getArchive } from '../../shared/contract/archives.ts';
import { archiveReply } from '../archive/archive-reply.ts';
import { assertMay } from '../domain/access.ts';
import { notFound } from '../domain/app-error.ts';
import { isExpired, isFor } from '../domain/archive/archive.ts';
import { http } from '../platform/http.ts';
import { getArchive as readArchive } from '../table/archives.ts';
import { requireEventContext } from '../table/event-context.ts';

export const handler = http(getArchive, async ({ params, caller, now }) => {
  const context = await requireEventContext(params.eventId, caller);
  assertMay('see-media', context.standing);
  const archive = await readArchive({ id: params.archiveId, eventId: params.eventId });
  if (!archive || isExpired(archive, now) || !isFor(archive, caller, context.standing)) throw notFound();
  return { status: 200, body: await archiveReply({ archive, context }) };
});
