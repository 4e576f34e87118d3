import * as z from 'zod/mini';
import { may } from '../domain/access.ts';
import { personOfKey } from '../domain/caller.ts';
import { getEventAccess } from '../table/event-context.ts';
import { channelOf } from './channel.ts';
import { getLiveState } from './live-state.ts';
import { showTicket } from './live-tickets.ts';

/** What AWS AppSync asks before a connection or a subscription. Source: AppSync Events Developer Guide, "Lambda authorization". */
export const authorizationRequest = z.object({
  authorizationToken: z.string(),
  requestContext: z.object({
    operation: z.enum(['EVENT_CONNECT', 'EVENT_SUBSCRIBE', 'EVENT_PUBLISH']),
    channel: z.optional(z.nullable(z.string())),
  }),
});

/**
 * Whether somebody may listen, by the one access rule: as they were when they got their ticket, to that event, as it is now.
 * A ticket from before the event's last move is void, since its holder may be who lost access then.
 */
export async function mayListen(
  { authorizationToken, requestContext }: z.output<typeof authorizationRequest>,
  now: Date,
): Promise<boolean> {
  const { operation, channel } = requestContext;
  if (operation === 'EVENT_PUBLISH') return false;
  const to = operation === 'EVENT_CONNECT' ? 'connect' : 'subscribe';
  const ticket = await showTicket(authorizationToken, { to, now });
  if (!ticket) return false;
  const { eventId, person } = ticket;
  const [found, { epoch }] = await Promise.all([
    getEventAccess(eventId, person ? personOfKey(person) : { kind: 'anonymous' }),
    getLiveState(eventId),
  ]);
  if (!found || !may('see-media', found.access) || ticket.epoch !== epoch) return false;
  return to === 'connect' || channel === channelOf(ticket);
}
