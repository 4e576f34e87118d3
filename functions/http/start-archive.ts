import { startArchive } from '../../shared/contract/archives.ts';
import { archiveReply } from '../archive/archive-reply.ts';
import { startArchive as startFor } from '../archive/start-archive.ts';
import { http } from '../platform/http.ts';

export const handler = http(startArchive, async ({ params, caller, now }) => {
  const asked = await startFor({ eventId: params.eventId, caller }, now);
  return { status: 200, body: await archiveReply(asked) };
});
