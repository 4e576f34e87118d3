/** What waits for its turn, and is told together with what came meanwhile. */
export type Topic = 'items' | 'votes';

/** How long at least lies between two turns. What is gone waits with the items, once there is something to wait for. */
export const PAUSE_SECONDS: Readonly<Record<Topic | 'gone', number>> = { items: 1, votes: 2, gone: 1 };

/** How long an event's old channel is told everything, too: everybody has moved by then. */
export const OVERLAP_SECONDS = 25;

/**
 * How long at least lies between an event's last move and one for somebody who left of their own accord. Each move has all
 * listeners ask anew, so that whoever joins and leaves again and again would use up their venue's tickets.
 */
export const DEPARTURE_PAUSE_SECONDS = 300;

/** How long an event's channel is told of changes: nobody can be disconnected, so whoever goes on listening asks again. */
export const CHANNEL_SECONDS = 900;

/** What a ticket is shown for. */
export type Showing = 'connect' | 'subscribe';

/** How often a ticket is good for each of these: once more than a page needs, in case AppSync asks again. */
export const TICKET_SHOWINGS = 2;
