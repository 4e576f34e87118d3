// Shown on an event's first screen. In a file of their own, because the rest of the catalogue is loaded later.

/** What anonymous viewers are told of the vote button. */
export const VOTE_HINT = 'Sign in or join as a guest to vote';
