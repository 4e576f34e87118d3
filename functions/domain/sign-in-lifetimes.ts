/** How long a session lasts. */
export const SESSION_SECONDS = 30 * 24 * 3600;

/** How long a sign-in may take from its start to the callback. */
export const LOGIN_SECONDS = 600;

/** How long a deleted account is remembered: far longer than a sign-in that was under way can still take. */
export const DEPARTED_SECONDS = 6 * LOGIN_SECONDS;
