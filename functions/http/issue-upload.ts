import { issueUpload } from '../../shared/contract/objects.ts';
import { assertMay } from '../domain/access.ts';
import { assertUploadable } from '../domain/acceptable-file.ts';
import { issueUploadTo, takePlace } from '../objects/issue-upload.ts';
import { http } from '../platform/http.ts';
import { requireEventContext } from '../table/event-context.ts';

export const handler = http(issueUpload, async ({ body, caller, now }) => {
  assertUploadable(body);
  if (body.eventId) {
    const context = await requireEventContext(body.eventId, caller);
    assertMay('upload', context.standing);
    await takePlace(context, { person: caller, now });
  }
  return { status: 201, body: await issueUploadTo(caller, body, now) };
});
