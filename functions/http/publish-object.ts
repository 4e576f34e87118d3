import { publishObject } from '../../shared/contract/objects.ts';
import { AppError, notFound } from '../domain/app-error.ts';
import { personKeyOf } from '../domain/caller.ts';
import { http } from '../platform/http.ts';
import { getUpload } from '../table/uploads.ts';

/**
 * Saving is what puts an item into the gallery, and moderation decides who sees it. This call is part of the
 * upload flow, answers its uploader, and changes nothing.
 */
export const handler = http(publishObject, async ({ body, caller }) => {
  const upload = await getUpload(body.objectPath.slice('/objects/uploads/'.length));
  if (!upload) throw notFound();
  if (upload.person !== personKeyOf(caller)) {
    throw new AppError('forbidden', 'forbidden', { message: 'This upload belongs to somebody else.' });
  }
  return { status: 200, body: { objectPath: body.objectPath } };
});
