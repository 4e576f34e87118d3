/** How long a session lasts. */
export const SESSION_SECONDS = 30 * 24 * 3600;

/** How long a sign-in may take from its start to the callback. */
export const LOGIN_SECONDS = 600;

/** How long it is known that an account has left: far longer than a sign-in takes that was under way then. */
export const DEPARTED_SECONDS = 6 * LOGIN_SECONDS;
