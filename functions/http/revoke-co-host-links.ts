import { revokeCoHostLinks } from '../../shared/contract/co-hosts.ts';
import { assertMay } from '../domain/access.ts';
import { http } from './kit/http.ts';
import { revokeCoHostLinks as deleteLinks } from '../table/co-host-links.ts';
import { requireEventAccess } from '../table/event-context.ts';

export const handler = http(revokeCoHostLinks, async ({ params, caller, now }) => {
  const { event, access } = await requireEventAccess(params.eventId, caller);
  assertMay('act-as-owner', access);
  return { status: 200, body: { revoked: await deleteLinks(event.id, now) } };
});
