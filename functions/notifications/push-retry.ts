import { MAX_DELAY_SECONDS } from '../aws/send-message.ts';

/** How long a notification is worth delivering: a phone that was off overnight still gets it. */
export const LIFETIME_SECONDS = 24 * 3600;

/** After this many tries, about half an hour, a message is given up. */
const MAX_TRIES = 8;
const FIRST_SECONDS = 15;

/**
 * How long to wait before asking a push service again: its Retry-After, or else twice as long each time; at
 * least a second.
 * @param tries how often it was asked
 * @returns undefined if there is no further try
 */
export function backoffSeconds(tries: number, retryAfterSeconds: number | undefined): number | undefined {
  if (tries >= MAX_TRIES) return undefined;
  const seconds = retryAfterSeconds ?? FIRST_SECONDS * 2 ** (tries - 1);
  return Math.min(Math.max(seconds, 1), MAX_DELAY_SECONDS);
}
