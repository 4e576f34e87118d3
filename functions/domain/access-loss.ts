import type { EventRecord, Membership } from './records.ts';

// When somebody who could see an event's items perhaps no longer can: those who listen to it are then asked anew.

/** Whether an event lets fewer people see its items than it did. What it costs does not change. */
export const isNarrower = (was: EventRecord, is: EventRecord): boolean =>
  was.privacy !== 'private' && is.privacy === 'private';

/**
 * By whom a membership gives less than it gave: its person is blocked, has their money back, hosts no longer, or has left
 * for good.
 * @param is undefined once it is gone
 * @returns undefined if it gives no less than before
 */
export function accessLostBy(
  was: Membership,
  is: Membership | undefined,
): 'others' | 'themselves' | undefined {
  const has = (fact: 'isBlocked' | 'closedAt') => !was[fact] && Boolean(is?.[fact]);
  if (has('isBlocked') || (was.hasPaid && !is?.hasPaid) || (was.isCoHost === true && !is?.isCoHost))
    return 'others';
  return has('closedAt') ? 'themselves' : undefined;
}
