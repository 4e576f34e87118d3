import type { Reply } from '../../lib/endpoints.ts';

// What a page and AppSync say to each other on a WebSocket. Source: AppSync Events Developer Guide, "Understanding the Event API
// WebSocket protocol".

/** What opens an event's channel. */
export type Ticket = Reply<'POST /api/events/{eventId}/live-ticket'>;

export type ServerFrame = {
  readonly type: string;
  readonly id?: string;
  readonly event?: string | string[];
  readonly connectionTimeoutMs?: number;
};

/** Until the server says that it is there. */
export const SILENCE_MS = 30_000;
/** It says so each minute from then on. */
export const KEEP_ALIVE_MS = 60_000;

const PROTOCOL = 'aws-appsync-event-ws';

/** What stands for headers, in the handshake and in a subscription. */
export const headersOf = ({ host, ticket }: Ticket) => ({ host, Authorization: ticket });

/** For the handshake, which can have no headers from a page. */
export const subprotocols = (ticket: Ticket): string[] => [
  PROTOCOL,
  `header-${base64url(headersOf(ticket))}`,
];

const base64url = (value: object): string =>
  btoa(JSON.stringify(value)).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
