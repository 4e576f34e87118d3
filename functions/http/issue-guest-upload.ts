import { issueGuestUpload } from '../../shared/contract/objects.ts';
import { assertMay } from '../domain/access.ts';
import { assertUploadable } from '../domain/acceptable-file.ts';
import { issueUploadTo, takePlace } from '../objects/issue-upload.ts';
import { http } from '../platform/http.ts';
import { requireEventContext } from '../table/event-context.ts';

export const handler = http(issueGuestUpload, async ({ body, caller, now }) => {
  const context = await requireEventContext(body.eventId, caller);
  assertMay('upload-as-guest', context.standing);
  assertUploadable(body);
  await takePlace(context, { person: caller, now });
  return { status: 201, body: await issueUploadTo(caller, body, now) };
});
