import type { Stage } from '../stages/stages.ts';
import { type Usage, usageOf } from './estimate.ts';
import { type ServiceLimit, serviceLimitsAt } from './service-limits.ts';
import { typicalEvent } from './typical-event.ts';

/** How many of a month's events lie in its busiest hours, a Saturday evening. */
export const PEAK_HOUR_SHARE = 0.1;

/** A month of typical events. */
export type Month = {
  readonly events: number;
  /** In the units of the price list; storage is what lies there once as many events come as go. */
  readonly usage: Usage;
  /** In the busiest hour. */
  readonly eventsAtOnce: number;
  /** The scarcest first. */
  readonly limits: readonly ServiceLimit[];
};

/** What a month with so many typical events uses, and how near its busiest hour comes to the stage's limits. */
export function monthOf(events: number, stage: Stage): Month {
  const each = usageOf(typicalEvent);
  const usage = Object.fromEntries(Object.entries(each).map(([id, amount]) => [id, amount * events]));
  const eventsAtOnce = Math.max(1, events * PEAK_HOUR_SHARE);
  const limits = serviceLimitsAt(eventsAtOnce, { profile: typicalEvent, stage });
  return { events, usage: usage as Usage, eventsAtOnce, limits };
}
