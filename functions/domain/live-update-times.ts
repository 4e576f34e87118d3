/** What is told in turns: how long at least lies between two messages, and what came meanwhile is told together. */
export type Topic = 'items' | 'votes';
export const PAUSE_SECONDS: Readonly<Record<Topic, number>> = { items: 1, votes: 2 };

/** How long an event's old channel is told everything, too: everybody has moved by then. */
export const OVERLAP_SECONDS = 25;

/** What a ticket is shown for. */
export type Showing = 'connect' | 'subscribe';

/** How often a ticket is good for each of these: once more than a page needs, in case AppSync asks again. */
export const TICKET_SHOWINGS = 2;
