import { nameCoHost } from '../../shared/contract/co-hosts.ts';
import { assertMay } from '../domain/access.ts';
import { AppError } from '../domain/app-error.ts';
import { keyOfId, personOfKey } from '../domain/caller.ts';
import { http } from './kit/http.ts';
import { requireEventAccess } from '../table/event-context.ts';
import { nameCoHost as storeCoHost } from '../table/co-hosts.ts';

export const handler = http(nameCoHost, async ({ params, caller, now }) => {
  const { event, access } = await requireEventAccess(params.eventId, caller);
  assertMay('act-as-owner', access);
  const person = personOfKey(keyOfId(params.personId));
  if (person.kind === 'guest') throw needsAccount();
  await storeCoHost({ event, userId: person.userId, now });
  return { status: 204 };
});

function needsAccount(): AppError {
  return new AppError('conflict', 'needs_account', {
    message: 'Guests have to sign in first. Then they can be co-hosts.',
  });
}
