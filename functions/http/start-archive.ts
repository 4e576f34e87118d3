import { startArchive } from '../../shared/contract/downloads.ts';
import { archiveReply } from '../downloads/archive-reply.ts';
import { startArchive as startFor } from '../downloads/start-archive.ts';
import { countDownload } from './kit/count-download.ts';
import { http } from './kit/http.ts';

export const handler = http(startArchive, async ({ params, body, ...by }) => {
  const { photos = 'full' } = body;
  const { caller, now } = by;
  const asked = await startFor({ eventId: params.eventId, caller, photoSize: photos }, now);
  const { access } = asked.context;
  const [reply] = await Promise.all([
    archiveReply(asked, now),
    countDownload({ eventId: params.eventId, kind: photos, access }, by),
  ]);
  return { status: 200, body: reply };
});
