import { createGuest } from '../../shared/contract/guests.ts';
import { hashToken, newSessionToken } from '../identity/session-token.ts';
import { http } from '../platform/http.ts';
import { newId } from '../platform/ids.ts';
import { createGuest as storeGuest } from '../table/identities.ts';

export const handler = http(createGuest, async ({ body, now }) => {
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
