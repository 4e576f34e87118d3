/**
 * How a page names whom it takes for signed in: a user's id, or `none`. A call that the session would decide for somebody
 * else is refused before it does anything, with 401 and the code below. Without the header, the session alone decides.
 */
export const EXPECTED_USER_HEADER = 'x-gatherlens-user';
/** The header's value of a page that takes nobody for signed in. */
export const NOBODY = 'none';
/** The code of the refusal. */
export const SESSION_CHANGED = 'session_changed';
