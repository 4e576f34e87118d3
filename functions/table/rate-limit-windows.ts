import { randomInt } from 'node:crypto';
import { AppError } from '../domain/app-error.ts';
import type { PersonKey } from '../domain/caller.ts';
import { MODEL_QUESTIONS, type RateLimit, ROLL_UPS, ROLL_UP_WINDOWS } from '../domain/rate-limits.ts';
import { keys } from './keys.ts';
import { updateRow } from './update-row.ts';

/** What is counted. `subject`: who or what it is counted for; an address is given as its hash. */
type Counted = { endpointId: string; subject: string };

/**
 * Counts one call against a limit, in fixed windows: one conditional write, whatever the traffic.
 * @throws AppError 429 with the seconds until the window ends
 */
export async function countCall(limit: RateLimit, call: Counted, now: Date): Promise<void> {
  const secondsLeft = await takeTurn(limit, call, now);
  if (secondsLeft === undefined) return;
  throw new AppError('too-many', 'too_many_requests', {
    message: 'That was a lot at once. Please try again in a moment.',
    retryAfterSeconds: secondsLeft,
  });
}

/** Counts one question to the model of highlights. @returns false if the person has had all of the day's */
export async function takeModelTurn(person: PersonKey, now: Date): Promise<boolean> {
  const call = { endpointId: 'ask-highlights-model', subject: person };
  return (await takeTurn(MODEL_QUESTIONS, call, now)) === undefined;
}

/**
 * Counts one roll-up of an event's votes. The windows are several, and one is taken at random, because
 * everybody who votes in the event asks.
 * @returns false if the event has had enough of them this second
 */
export async function takeRollUpTurn(eventId: string, now: Date): Promise<boolean> {
  const call = { endpointId: 'roll-up-votes', subject: `${eventId}#${randomInt(ROLL_UP_WINDOWS)}` };
  return (await takeTurn(ROLL_UPS, call, now)) === undefined;
}

/** @returns undefined if there was room in the window, else the seconds until it ends */
async function takeTurn(
  limit: Pick<RateLimit, 'max' | 'windowSeconds'>,
  call: Counted,
  now: Date,
): Promise<number | undefined> {
  const seconds = Math.floor(now.getTime() / 1000);
  const windowEnd = (Math.floor(seconds / limit.windowSeconds) + 1) * limit.windowSeconds;
  const isCounted = await updateRow(keys.rateLimit({ ...call, windowEnd }), {
    UpdateExpression: 'ADD calls :one SET expiresAtSeconds = :end',
    ConditionExpression: 'attribute_not_exists(calls) OR calls < :max',
    ExpressionAttributeValues: { ':one': 1, ':max': limit.max, ':end': windowEnd + 60 },
  });
  return isCounted ? undefined : windowEnd - seconds;
}
