/** What is told in turns: how long at least lies between two messages, and what came meanwhile is told together. */
export type Topic = 'items' | 'votes';
export const PAUSE_SECONDS: Readonly<Record<Topic, number>> = { items: 1, votes: 2 };

/** How long an event's old channel is told everything, too: everybody has moved by then. */
export const OVERLAP_SECONDS = 25;

/** How often a ticket is good for something: to connect and to subscribe, and each once more, in case AppSync asks again. */
export const TICKET_SHOWINGS = 4;
