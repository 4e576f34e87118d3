import { deleteUser } from '../../shared/contract/sign-in.ts';
import { AppError } from '../domain/app-error.ts';
import { personKeyOf } from '../domain/caller.ts';
import { clearSessionCookie, hashToken, readSessionToken } from '../sign-in/session-cookie.ts';
import { http } from './kit/http.ts';
import { beginErasure } from '../table/people.ts';
import { listMemberships } from '../table/memberships.ts';
import { deleteSession } from '../table/sessions.ts';

export const handler = http(deleteUser, async ({ query, caller, event, now }) => {
  const memberships = await listMemberships(personKeyOf(caller));
  if (memberships.some(({ standing }) => standing === 'owner')) {
    // An event holds other people's photos, which must not be deleted by a click that says "my account".
    throw new AppError('conflict', 'owns_events', {
      message: 'You still own events. Delete your events first, then your account.',
    });
  }
  await beginErasure(caller, { withMedia: query.media === 'delete', now });
  const token = readSessionToken(event.cookies);
  if (token) await deleteSession(hashToken(token));
  return { status: 204, cookies: [clearSessionCookie()] };
});
