import {
  CHANNEL_SECONDS,
  OVERLAP_SECONDS,
  PAUSE_SECONDS,
  TICKET_SHOWINGS,
} from '../../functions/domain/live-update-times.ts';
import { rateLimitOf } from '../../functions/domain/rate-limits.ts';
import { prices } from './prices.ts';
import { DAY_SECONDS, lineBytesADay } from './strangers-line.ts';

/** What AppSync counts as one delivery. */
const LIVE_OPERATION_BYTES = 5000;

/** How many subscriptions to live updates one address has that are told of changes: until their channels have moved. */
export const toldSubscriptions = (): number => {
  const { max = 0, windowSeconds = 1 } = rateLimitOf('issue-live-ticket') ?? {};
  return Math.floor(((TICKET_SHOWINGS * max) / windowSeconds) * (CHANNEL_SECONDS + OVERLAP_SECONDS));
};

/**
 * Live updates that these subscriptions are sent of events in which something happens all the time, of whatever events they are:
 * the last message of each turn, which may be small, and besides full ones, as many as the line carries. With their connections,
 * which last for half a day on average.
 */
export function usdOfLiveUpdates(): number {
  const turnsPerSecond = Object.values(PAUSE_SECONDS).reduce((sum, seconds) => sum + 1 / seconds, 0);
  const deliveries =
    toldSubscriptions() * turnsPerSecond * DAY_SECONDS + lineBytesADay / LIVE_OPERATION_BYTES;
  const { max = 0, windowSeconds = 1 } = rateLimitOf('issue-live-ticket') ?? {};
  const connections = (TICKET_SHOWINGS * max * DAY_SECONDS) / windowSeconds;
  const minutes = connections * (DAY_SECONDS / 2 / 60);
  return deliveries * prices.liveOperation.usd + minutes * prices.liveMinute.usd;
}
