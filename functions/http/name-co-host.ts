import { nameCoHost } from '../../shared/contract/co-hosts.ts';
import { assertMay } from '../domain/access.ts';
import { keyOfId } from '../domain/caller.ts';
import { http } from './kit/http.ts';
import { requireEventAccess } from '../table/event-context.ts';
import { nameCoHost as storeCoHost } from '../table/co-hosts.ts';

export const handler = http(nameCoHost, async ({ params, caller, now }) => {
  const { event, access } = await requireEventAccess(params.eventId, caller);
  assertMay('act-as-owner', access);
  await storeCoHost(event, { person: keyOfId(params.personId), now });
  return { status: 204 };
});
