import { acceptCoHostLink } from '../../shared/contract/co-hosts.ts';
import { assertMay } from '../domain/access.ts';
import { coHostLinkHash } from '../people/co-host-link-hash.ts';
import { http } from './kit/http.ts';
import { acceptCoHostLink as storeCoHost } from '../table/co-host-links.ts';
import { requireEventAccess } from '../table/event-context.ts';

export const handler = http(acceptCoHostLink, async ({ params, body, caller, now }) => {
  const { event, access } = await requireEventAccess(params.eventId, caller);
  assertMay('become-co-host', access);
  await storeCoHost({ event, userId: caller.userId, now }, coHostLinkHash(event, body.code));
  return { status: 201, body: { role: 'co-host' } };
});
