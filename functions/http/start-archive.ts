import { startArchive } from '../../shared/contract/downloads.ts';
import { archiveReply } from '../downloads/archive-reply.ts';
import { startArchive as startFor } from '../downloads/start-archive.ts';
import { http } from './kit/http.ts';

export const handler = http(startArchive, async ({ params, body, caller, now }) => {
  const { photos = 'full' } = body;
  const asked = await startFor({ eventId: params.eventId, caller, photoSize: photos }, now);
  return { status: 200, body: await archiveReply(asked, now) };
});
