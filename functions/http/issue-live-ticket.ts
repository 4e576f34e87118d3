import { issueLiveTicket } from '../../shared/contract/live-updates.ts';
import { liveEventsUrl, liveSocketUrl } from '../aws/addresses.ts';
import { assertMay } from '../domain/access.ts';
import { keyOfCaller } from '../domain/caller.ts';
import { channelOf } from '../live-updates/channel.ts';
import { ensureTagSecret, getLiveState } from '../live-updates/live-state.ts';
import { createTicket } from '../live-updates/live-tickets.ts';
import { ownKeyOf } from '../live-updates/uploader-tags.ts';
import { requireEventAccess } from '../table/event-context.ts';
import { http } from './kit/http.ts';

export const handler = http(issueLiveTicket, async ({ params: { eventId }, caller, now }) => {
  // First: access that is lost between the two reads makes the ticket void.
  const state = await getLiveState(eventId);
  const { epoch } = state;
  const { access } = await requireEventAccess(eventId, caller);
  assertMay('see-media', access);
  const person = keyOfCaller(caller);
  const ticket = await createTicket({ eventId, epoch, person }, { now });
  const tagSecret = await ensureTagSecret(eventId, state, { now });
  const { host } = new URL(liveEventsUrl());
  return {
    status: 201,
    body: {
      url: liveSocketUrl(),
      host,
      channel: channelOf({ eventId, epoch }),
      ticket,
      ...(person && { ownKey: ownKeyOf(tagSecret, person) }),
    },
  };
});
