import { claimGuest } from '../../shared/contract/guests.ts';
import { AppError } from '../domain/app-error.ts';
import { handOver } from '../people/hand-over.ts';
import { http } from '../platform/http.ts';
import { ownGuest } from '../platform/identify.ts';
import { retireGuest } from '../table/identities.ts';

export const handler = http(claimGuest, async ({ body, caller, now }) => {
  const guest = await ownGuest(body);
  if (!(await retireGuest(guest.id, caller.userId))) {
    throw new AppError('conflict', 'guest_claimed', { message: 'This guest belongs to another account.' });
  }
  // The job that the retiring started does the same, until nothing is left; here it is done before the gallery is shown again.
  await handOver({ guestId: guest.id, userId: caller.userId }, now);
  return { status: 200, body: { claimed: true } };
});
