import { startArchive } from '../../shared/contract/downloads.ts';
import { archiveReply } from '../downloads/archive-reply.ts';
import { startArchive as startFor } from '../downloads/start-archive.ts';
import { http } from './kit/http.ts';

export const handler = http(startArchive, async ({ params, caller, now }) => {
  const asked = await startFor({ eventId: params.eventId, caller }, now);
  return { status: 200, body: await archiveReply(asked, now) };
});
