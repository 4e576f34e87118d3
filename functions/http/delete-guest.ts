import { deleteGuest } from '../../shared/contract/guests.ts';
import { AppError } from '../domain/app-error.ts';
import { http } from './kit/http.ts';
import { beginErasure } from '../table/people.ts';

export const handler = http(deleteGuest, async ({ params, query, caller, now }) => {
  if (params.guestId !== caller.guestId) {
    throw new AppError('forbidden', 'forbidden', { message: 'This is somebody else.' });
  }
  // A guest owns no events.
  await beginErasure(caller, { withMedia: query.media === 'delete', now });
  return { status: 204 };
});
