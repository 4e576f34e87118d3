import { issueEventCode } from '../../shared/contract/event-codes.ts';
import { assertMay } from '../domain/access.ts';
import { AppError } from '../domain/app-error.ts';
import { newEventCode } from '../domain/event-codes.ts';
import { createEventCode } from '../table/event-codes.ts';
import { requireEventAccess } from '../table/event-context.ts';
import { http } from './kit/http.ts';

export const handler = http(issueEventCode, async ({ params, caller }) => {
  const { event, access } = await requireEventAccess(params.eventId, caller);
  assertMay('manage', access);
  if (event.privacy === 'private') {
    throw new AppError('conflict', 'private_event', {
      message: 'A private event has no code: its link alone leads to it.',
    });
  }
  return { status: 200, body: { code: event.eventCode ?? (await createEventCode(event, newEventCode)) } };
});
