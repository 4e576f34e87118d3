import { AppError } from '../domain/app-error.ts';
import type { RateLimit } from '../domain/rate-limits.ts';
import { keys } from './keys.ts';
import { updateRow } from './update-row.ts';

/**
 * Counts one call against a limit, in fixed windows: one conditional write, whatever the traffic.
 * @param call `subject`: who is counted; an address is given as its hash
 * @throws AppError 429 with the seconds until the window ends
 */
export async function countCall(
  limit: RateLimit,
  call: { endpointId: string; subject: string },
  now: Date,
): Promise<void> {
  const seconds = Math.floor(now.getTime() / 1000);
  const windowEnd = (Math.floor(seconds / limit.windowSeconds) + 1) * limit.windowSeconds;
  const isCounted = await updateRow(keys.rateLimit({ ...call, windowEnd }), {
    UpdateExpression: 'ADD calls :one SET expiresAtSeconds = :end',
    ConditionExpression: 'attribute_not_exists(calls) OR calls < :max',
    ExpressionAttributeValues: { ':one': 1, ':max': limit.max, ':end': windowEnd + 60 },
  });
  if (isCounted) return;
  throw new AppError('too-many', 'too_many_requests', {
    message: 'That was a lot at once. Please try again in a moment.',
    retryAfterSeconds: windowEnd - seconds,
  });
}
