import { expirySeconds } from './expiry.ts';

// Of accounts: a guest's token holds until the guest is claimed or deleted.

/** How long a session lasts, however much it is used. */
export const SESSION_SECONDS = 30 * 24 * 3600;

/** After how long without use a session ends. */
export const IDLE_SECONDS = 14 * 24 * 3600;

/** How old the record of a session's last use becomes before it is written again. */
export const USE_RECORDED_SECONDS = 24 * 3600;

/** When a session that is used now ends without further use, in seconds since 1970. */
export const idleExpirySeconds = (session: { endsAtSeconds: number }, now: Date): number =>
  Math.min(session.endsAtSeconds, expirySeconds(now, IDLE_SECONDS));

/** How long a sign-in may take from its start to the callback. */
export const LOGIN_SECONDS = 600;

/** How long a deleted account is remembered: far longer than a sign-in that was under way can still take. */
export const DEPARTED_SECONDS = 6 * LOGIN_SECONDS;
