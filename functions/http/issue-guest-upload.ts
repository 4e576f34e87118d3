import { issueGuestUpload } from '../../shared/contract/uploads.ts';
import { assertMay } from '../domain/access.ts';
import { assertAcceptedFile } from '../domain/file-refusals.ts';
import { assertRoomForUpload, signUpload } from '../uploads/issue-upload.ts';
import { http } from './kit/http.ts';
import { requireEventAccess } from '../table/event-context.ts';

export const handler = http(issueGuestUpload, async ({ body, caller, now }) => {
  const context = await requireEventAccess(body.eventId, caller);
  assertMay('upload-as-guest', context.access);
  assertAcceptedFile(body);
  await assertRoomForUpload(context, { person: caller, now });
  return { status: 201, body: await signUpload(caller, body, now) };
});
