import { createGuest } from '../../shared/contract/guests.ts';
import { hashToken, newSessionToken } from '../sign-in/session-cookie.ts';
import { http } from './kit/http.ts';
import { admitGuest } from './kit/proof-of-work.ts';
import { newId } from '../domain/ids.ts';
import { createGuest as storeGuest } from '../table/people.ts';

export const handler = http(createGuest, async ({ body, now, event }) => {
  await admitGuest(event, now);
  const token = newSessionToken();
  const guest = { id: newId('gst'), name: body.name, email: body.email || null };
  await storeGuest({
    ...guest,
    tokenHash: hashToken(token),
    createdAt: now.toISOString(),
    claimedBy: null,
  });
  return { status: 201, body: { ...guest, token } };
});
