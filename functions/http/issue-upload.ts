import { issueUpload } from '../../shared/contract/objects.ts';
import { assertMay } from '../domain/access.ts';
import { assertUploadable } from '../domain/save-upload.ts';
import { issueUploadTo } from '../objects/issue-upload.ts';
import { http } from '../platform/http.ts';
import { requireEventContext } from '../table/event-context.ts';

export const handler = http(issueUpload, async ({ body, caller, now }) => {
  if (body.eventId) {
    const { standing } = await requireEventContext(body.eventId, caller);
    assertMay('upload', standing);
  }
  assertUploadable(body);
  return { status: 201, body: await issueUploadTo(caller, body, now) };
});
