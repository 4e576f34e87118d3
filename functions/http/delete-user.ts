import { deleteUser } from '../../shared/contract/sign-in.ts';
import { AppError } from '../domain/app-error.ts';
import { clearSessionCookie, hashToken, readSessionToken } from '../sign-in/session-cookie.ts';
import { http } from './kit/http.ts';
import { beginErasure } from '../table/people.ts';
import { readOwnership } from '../table/owned-events.ts';
import { deleteSession } from '../table/sessions.ts';

export const handler = http(deleteUser, async ({ query, caller, event, now }) => {
  const withMedia = query.media === 'delete';
  for (;;) {
    const owned = await readOwnership(caller.userId);
    if (!owned) break;
    if (owned.ownsEvents) throw ownsEvents();
    // If an event has become theirs meanwhile, they are told so.
    if (await beginErasure(caller, { withMedia, now, ownershipVersion: owned.version })) break;
  }
  const token = readSessionToken(event.cookies);
  if (token) await deleteSession(hashToken(token));
  return { status: 204, cookies: [clearSessionCookie()] };
});

/** An event holds other people's photos, which must not be deleted by a click that says "my account". */
function ownsEvents(): AppError {
  return new AppError('conflict', 'owns_events', {
    message: 'You still own events. Hand them over to a co-host or delete them first, then your account.',
  });
}
