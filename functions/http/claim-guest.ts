import { claimGuest } from '../../shared/contract/guests.ts';
import { AppError } from '../domain/app-error.ts';
import { transferGuest } from '../people/transfer-guest.ts';
import { http } from './kit/http.ts';
import { requireGuest } from '../sign-in/identify-caller.ts';
import { markClaimed } from '../table/people.ts';

export const handler = http(claimGuest, async ({ body, caller, now }) => {
  const guest = await requireGuest(body);
  if (!(await markClaimed(guest.id, caller.userId))) {
    throw new AppError('conflict', 'guest_claimed', { message: 'This guest belongs to another account.' });
  }
  // Retiring the guest also starts a job that repeats this until nothing is left; doing it here corrects the
  // gallery at once.
  await transferGuest({ guestId: guest.id, userId: caller.userId }, now);
  return { status: 200, body: { claimed: true } };
});
