import { publishObject } from '../../shared/contract/uploads.ts';
import { assertMay } from '../domain/access.ts';
import { AppError, notFound } from '../domain/app-error.ts';
import { http } from './kit/http.ts';
import { requireEventContext } from '../table/event-context.ts';
import { belongsTo } from '../table/people.ts';
import { getMedia } from '../table/media.ts';
import { getUpload } from '../table/uploads.ts';

/**
 * Saving puts an item into the gallery, and moderation decides who sees it. This call is part of the upload
 * flow, answers the uploader, and changes nothing.
 */
export const handler = http(publishObject, async ({ body, caller }) => {
  const upload = await getUpload(body.objectPath.slice('/objects/uploads/'.length));
  if (!upload) throw notFound();
  if (!(await belongsTo(upload.person, caller))) {
    throw new AppError('forbidden', 'foreign_upload', { message: 'This upload belongs to somebody else.' });
  }
  const eventId = upload.eventId ?? (upload.savedAs && (await getMedia(upload.savedAs))?.eventId);
  if (eventId) assertMay('publish-own', (await requireEventContext(eventId, caller)).access);
  return { status: 200, body: { objectPath: body.objectPath } };
});
