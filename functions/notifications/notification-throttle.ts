import { expirySeconds } from '../domain/expiry.ts';
import { keys } from '../table/keys.ts';
import { updateRow } from '../table/update-row.ts';

/** One message a minute. */
const MINUTE_MS = 60_000;
const DAY_SECONDS = 24 * 3600;

/** What is throttled: one kind of message in one event, for one trigger. */
export type ThrottleWindow = {
  readonly eventId: string;
  readonly kind: string;
  /** Identifies the trigger, so that a repeated job gets the same turn. */
  readonly about: string;
};

/**
 * Claims the minute's turn to send.
 * @param at when the trigger happened, not when its job runs
 * @returns false if another trigger of that minute, or a later one, has been sent already
 */
export async function claimTurn(turn: ThrottleWindow, at: Date): Promise<boolean> {
  const taken = await updateRow(keys.notificationThrottle(turn.eventId, turn.kind), {
    UpdateExpression: 'SET takenAt = :at, about = :about, expiresAtSeconds = :expires',
    ConditionExpression: 'attribute_not_exists(pk) OR takenAt <= :before OR about = :about',
    ExpressionAttributeValues: {
      ':at': at.toISOString(),
      ':about': turn.about,
      ':before': new Date(at.getTime() - MINUTE_MS).toISOString(),
      ':expires': expirySeconds(at, DAY_SECONDS),
    },
  });
  return taken !== undefined;
}
