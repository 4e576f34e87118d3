import { dismissCoHost } from '../../shared/contract/co-hosts.ts';
import { assertMay } from '../domain/access.ts';
import { keyOfId } from '../domain/caller.ts';
import { http } from './kit/http.ts';
import { requireEventAccess } from '../table/event-context.ts';
import { dismissCoHost as storeDismissal } from '../table/co-hosts.ts';

export const handler = http(dismissCoHost, async ({ params, caller }) => {
  const { event, access } = await requireEventAccess(params.eventId, caller);
  assertMay('act-as-owner', access);
  await storeDismissal(event.id, keyOfId(params.personId));
  return { status: 204 };
});
