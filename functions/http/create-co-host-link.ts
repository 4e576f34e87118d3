import { createCoHostLink } from '../../shared/contract/co-hosts.ts';
import { assertMay } from '../domain/access.ts';
import { coHostLinkHash } from '../people/co-host-link-hash.ts';
import { newSessionToken } from '../sign-in/session-cookie.ts';
import { http } from './kit/http.ts';
import { createCoHostLink as storeLink } from '../table/co-host-links.ts';
import { requireEventAccess } from '../table/event-context.ts';

export const handler = http(createCoHostLink, async ({ params, caller, now }) => {
  const { event, access } = await requireEventAccess(params.eventId, caller);
  assertMay('act-as-owner', access);
  const code = newSessionToken();
  const expiresAt = await storeLink(event, coHostLinkHash(event, code), now);
  return { status: 201, body: { code, expiresAt: expiresAt.toISOString() } };
});
