import { issueUpload } from '../../shared/contract/uploads.ts';
import { assertMay } from '../domain/access.ts';
import { assertAcceptedFile } from '../domain/file-refusals.ts';
import { assertRoomForUpload, signUpload } from '../uploads/issue-upload.ts';
import { http } from './kit/http.ts';
import { requireEventAccess } from '../table/event-context.ts';

export const handler = http(issueUpload, async ({ body, caller, now }) => {
  assertAcceptedFile(body);
  if (body.eventId) {
    const context = await requireEventAccess(body.eventId, caller);
    assertMay('upload', context.access);
    await assertRoomForUpload(context, { person: caller, now });
  }
  return { status: 201, body: await signUpload(caller, body, now) };
});
